"""SECURITY.md promises what is tested: each promise names its tests, and they are there."""

import ast
import re

import pytest

from app.config import ROOT

_SECTION = (
    (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("## What is promised\n")[1].split("\n## ")[0]
)
PROMISES = re.split(r"^\d+\. ", _SECTION, flags=re.MULTILINE)[1:]
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.split(":")[0][:40])
def test_a_promise_names_tests_that_there_are(promise: str) -> None:
    named = _TEST.findall(promise)
    assert named, f"name below it in SECURITY.md the tests that hold: {promise}"
    for file, test in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        tests = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert test in tests, f"{file} has no {test}: name another in SECURITY.md, or promise less"


def test_the_promises_are_counted_from_one() -> None:
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", _SECTION, flags=re.MULTILINE)]
    assert numbers == list(range(1, len(PROMISES) + 1))
