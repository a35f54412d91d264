"""gunicorn's internals that the service replaces or relies on. Another version may have moved them.

After a failure: read what changed in gunicorn, then the named module of resources/serving/gunicorn, mend that if need
be, and take over the digest that the failure tells.
"""

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

import pytest
from gunicorn import http, util
from gunicorn.http import errors, parser, unreader, wsgi
from gunicorn.workers import base, gthread

_OURS = "resources/serving/gunicorn/"


def digest(function: Callable[..., Any]) -> str:
    """Return a digest of a function's code and signature, which comments, docstring and layout do not change."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    if ast.get_docstring(definition) is not None:
        del definition.body[0]
    return hashlib.sha256(ast.unparse(definition).encode()).hexdigest()[:16]


# What is relied on, its digest, the module that relies on it, and why.
_RELIED_ON: list[tuple[Callable[..., Any], str, str, str]] = [
    (
        http.get_parser,
        "e647f375c61a4218",
        "replacements.py",
        "it looks RequestParser up in gunicorn.http at each connection",
    ),
    (
        parser.Parser.__init__,
        "1be2dfb727e0c7a6",
        "parser.py",
        "it sets `unreader`, which is replaced right after it",
    ),
    (
        parser.Parser.__next__,
        "bd81554c887d5889",
        "parser.py",
        "it reads one request, its head at least, through `unreader`",
    ),
    (
        parser.Parser.finish_body,
        "f45c06ae7121e546",
        "unread_bodies.py",
        "it reads less than 64 KiB, else the connection closes",
    ),
    (
        unreader.SocketUnreader.__init__,
        "36e6600fb4e43b98",
        "parser.py",
        "it takes a socket and keeps it as `sock`",
    ),
    (unreader.SocketUnreader.chunk, "6333e08ff40c1b7b", "parser.py", "all that arrives comes through it"),
    (
        util.write_error,
        "08cb73f16f6e7aca",
        "invalid_requests.py",
        "it is replaced, and called with these arguments",
    ),
    (
        util.write_nonblock,
        "916c68ba0a0c84bc",
        "invalid_requests.py",
        "it sends the answer that replaces gunicorn's",
    ),
    (
        util.close,
        "7c464ecdd6ff86f3",
        "parser.py and worker.py",
        "it closes a socket at once and raises nothing",
    ),
    (
        base.Worker.handle_error,
        "25d086c9036ed518",
        "invalid_requests.py",
        "it calls util.write_error and logs the error's text",
    ),
    (
        base.Worker.load_wsgi,
        "0e6ead3e40e5db84",
        "worker.py",
        "it sets `wsgi`, which is wrapped right after it",
    ),
    (
        gthread.ThreadWorker.handle,
        "29dc1a8d601d9918",
        "worker.py",
        "it answers true where the connection is kept or put off",
    ),
    (
        gthread.ThreadWorker.handle_request,
        "b88a0588ec72b96c",
        "worker.py",
        "it lets BlockingIOError through, and calls `wsgi`",
    ),
    (
        gthread.ThreadWorker.finish_request,
        "7de6310439343f73",
        "worker.py",
        "it closes again a connection that handle() closed",
    ),
    (
        gthread.ThreadWorker._keepalive_after,
        "51a75da22c8a3c37",
        "unread_bodies.py",
        "it closes where a body is left over",
    ),
    (gthread.TConn.init, "2fa7f88ec45ca8ce", "replacements.py", "it makes the parser by http.get_parser"),
    (
        gthread.TConn.close,
        "8c44a09e20eb6a87",
        "worker.py",
        "it is called in the thread of the request, and then replaced",
    ),
    (
        wsgi.create,
        "885d39aec3ca5236",
        "unread_bodies.py",
        "it makes `wsgi.input` and the response of an environment",
    ),
    (
        wsgi.Response.start_response,
        "f357516ec35bed5d",
        "unread_bodies.py",
        "its object is the response, by `__self__`",
    ),
    (
        wsgi.Response.force_close,
        "510d824fc7d4143f",
        "unread_bodies.py",
        "it makes the answer say that the connection closes",
    ),
]


@pytest.mark.parametrize(
    ("function", "known", "ours", "why"), _RELIED_ON, ids=[row[0].__qualname__ for row in _RELIED_ON]
)
def test_what_is_relied_on_inside_gunicorn_is_as_it_was_read(
    function: Callable[..., Any], known: str, ours: str, why: str
) -> None:
    found = digest(function)
    assert found == known, (
        f"{function.__module__}.{function.__qualname__} has changed. Look at {_OURS}{ours}: {why}. "
        f"If that still holds, its digest is {found!r}."
    )


def test_the_errors_whose_texts_are_replaced_are_those_of_the_parser() -> None:
    classes = {name for name, found in vars(errors).items() if isinstance(found, type)}
    refused = {name for name in classes if issubclass(vars(errors)[name], errors.ParseException)}
    assert refused >= {"InvalidRequestLine", "InvalidHeader", "InvalidHeaderName", "LimitRequestHeaders"}, (
        f"gunicorn.http.errors has changed. Look at {_OURS}replacements.py: texts of its errors repeat what was sent."
    )


def test_a_changed_function_has_another_digest_and_a_changed_comment_has_not() -> None:
    def as_it_was(sock: Any) -> None:
        sock.close()

    before = digest(as_it_was)

    def as_it_was(sock: Any) -> None:  # type: ignore[no-redef]
        """Close it."""
        # With a comment.
        sock.close()

    assert digest(as_it_was) == before

    def as_it_was(sock: Any, graceful: bool) -> None:  # type: ignore[no-redef]
        sock.close()

    assert digest(as_it_was) != before
