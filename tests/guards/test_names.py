"""One name means one thing, and one thing stands in one place: classes, modules, and the helpers of tests."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.guards.test_layout import place, python_files

# What has a module in several layers (its body, its answer, its rules, its handler, its routes, its commands).
DOCUMENTS = {
    *("bills", "conversions", "credit_notes", "debit_notes", "documents", "e_invoices"),
    *("invoices", "notes", "payments", "webhook_endpoints"),
    *(
        "payments_made",
        "payments_received",
        "purchase_orders",
        "quotes",
        "recurring_invoices",
        "sales_orders",
        "share_links",
    ),
}
RECORDS = {
    *("audit", "books", "books_locks", "events", "gst_returns", "identity", "items", "ledgers"),
    *("organizations", "papers", "records", "reports", "seals", "stock", "tokens"),
}
CONCERNS = {"answers", "mails", "bulk", "errors", "fields", "metrics", "migrations", "traces"}
# Its modules are called by what they make, as the rooms are that own it.
DEMONSTRATION = "app/demonstration/"


def shared(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names that stand at more than one place -> the places."""
    places = defaultdict(list)
    for name, where in named:
        places[name].append(where)
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_two_classes_share_a_name() -> None:
    classes = [
        (node.name, place(file))
        for file in python_files("app", "resources", "bench")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    twice = shared(classes)
    assert not twice, f"give each a name that says which it is (a request's body ends in Body): {twice}"


def helpers(file: Path) -> Iterator[tuple[str, str]]:
    """Each function of a file that is no test, by its body without the docstring, and its place.

    A fixture is told apart by its name as well: a second one makes a second thing.
    """
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("test_"):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            fixture = [ast.dump(each) for each in node.decorator_list if "fixture" in ast.dump(each)]
            done = [ast.dump(part) for part in body] + [*fixture, node.name] * bool(fixture)
            yield "\n".join(done), f"{node.name} in {place(file)}"


def test_no_helper_of_tests_is_written_twice() -> None:
    files = python_files("tests", "bench")
    twice = shared(helper for file in files for helper in helpers(file)).values()
    assert not twice, (
        f"keep one of each, in a helper module or a conftest.py, and use it from there: {list(twice)}"
    )


def test_modules_share_a_name_only_as_layers_of_one_thing() -> None:
    modules = [
        (Path(file).stem, file)
        for file in map(place, python_files("app", "resources"))
        if not Path(file).stem.startswith("__") and not file.startswith(DEMONSTRATION)
    ]
    strays = {
        name: files for name, files in shared(modules).items() if name not in DOCUMENTS | RECORDS | CONCERNS
    }
    assert not strays, (
        f"rename all but one of these modules by what they hold, or name in tests/guards/test_names.py the thing "
        f"whose layers they are: {strays}"
    )
    unused = (DOCUMENTS | RECORDS | CONCERNS) - shared(modules).keys()
    assert not unused, f"one module alone has the name: take {unused} out of tests/guards/test_names.py"
