"""Request bodies: read whole before any work begins, up to a limit, and parsed as strict JSON."""

import json
from typing import Any

import falcon

from app.errors import InvalidRequest
from app.wire import from_json

_MOST_TOLD = 100
NOT_JSON = "The body is not valid JSON in UTF-8."
_TORN = "The body did not arrive as a whole."


class TooLarge(InvalidRequest):
    """The body is over the limit."""


class UnsupportedMediaType(InvalidRequest):
    """The body is in a form that the operation does not take."""


class ReceivedBody:
    """The bytes of a body, or the error with which it arrived."""

    def __init__(self, content: bytes = b"", fault: InvalidRequest | None = None) -> None:
        self._content = content
        self._fault = fault

    @property
    def size(self) -> int:
        """The number of bytes that arrived; 0 where an error is kept."""
        return len(self._content)

    @property
    def content(self) -> bytes:
        """All bytes; raises what `require_whole` raises."""
        self.require_whole()
        return self._content

    def require_whole(self) -> None:
        """Raise TooLarge for a body over the limit, InvalidRequest for one that did not arrive as a whole."""
        if self._fault:
            raise self._fault


def read_body(req: falcon.Request, limit: int) -> ReceivedBody:
    """Read at most one byte more than the limit, with a length given or in chunks.

    An error is kept in the Body and raised where that is used, since each operation refuses in its own form.
    """
    try:
        return ReceivedBody(_received(req, limit))
    except InvalidRequest as fault:
        return ReceivedBody(fault=fault)


def _received(req: falcon.Request, limit: int) -> bytes:
    length = _length(req)
    if length is not None and length > limit:
        raise _too_large(limit)
    # If the server ends the input itself, a chunked body is read without a Content-Length.
    stream = req.env["wsgi.input"] if req.env.get("wsgi.input_terminated") else req.bounded_stream
    try:
        content: bytes = stream.read(limit + 1)
    except Exception as error:
        # A bad chunk, a silent client, a closed connection: servers have errors of their own for each.
        raise InvalidRequest(_TORN) from error
    if len(content) > limit:
        raise _too_large(limit)
    if length is not None and len(content) < length:
        # Half of a body may be valid JSON with another meaning.
        raise InvalidRequest(_TORN)
    return content


def _length(req: falcon.Request) -> int | None:
    try:
        return req.content_length
    except falcon.HTTPInvalidHeader:
        raise InvalidRequest("The Content-Length is not a length.") from None


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"The body is larger than {limit} bytes.")


def json_object(req: falcon.Request) -> dict[str, Any]:
    """Return the body as a JSON object.

    Raises UnsupportedMediaType for another media type, charset or a compressed body, InvalidRequest for input that RFC
    8259 does not allow (NaN, bad UTF-8, lone surrogates, a byte order mark) or that is no object.
    """
    require_media_type(req, "application/json")
    try:
        value = from_json(req.context.body.content)
    except ValueError as error:
        raise InvalidRequest(_misread(req.context.body.content, error)) from None
    if not isinstance(value, dict):
        raise InvalidRequest("The body must be a JSON object.")
    return value


def _misread(content: bytes, error: ValueError) -> str:
    """Return the reason why a body is no JSON, with the place of the fault if it is known."""
    if not content.strip():
        return "The body is empty; it must be a JSON object."
    try:
        content.decode()
    except UnicodeDecodeError as broken:
        return f"The body is not UTF-8: see byte {broken.start + 1}."
    if isinstance(error, json.JSONDecodeError):
        return f"{NOT_JSON.rstrip('.')}: see line {error.lineno}, column {error.colno}."
    return NOT_JSON


def require_media_type(req: falcon.Request, wanted: str) -> None:
    """Raise UnsupportedMediaType unless the body is of the media type, in UTF-8 and not compressed."""
    # The server decodes chunks; every other coding arrives as it is.
    for header, plain in (("Content-Encoding", "identity"), ("Transfer-Encoding", "chunked")):
        coding = req.get_header(header, default=plain).strip()
        if coding.lower() != plain:
            raise UnsupportedMediaType(f"The body must not be compressed; {header} was {_told(coding)}.")
    media_type, parameters = falcon.parse_header(req.content_type or wanted)
    charset = parameters.get("charset", "").lower()
    if media_type.lower() != wanted or charset not in ("", "utf-8", "utf8"):
        arrived = _told(req.content_type or wanted)
        raise UnsupportedMediaType(f"The body must be {wanted} in UTF-8; it was sent as {arrived}.")


def _told(header: str) -> str:
    """Return a header as an error message can show it: RFC 6749 allows printable ASCII without quotation marks only."""
    plain = "".join(c if " " <= c <= "~" and c not in '"\\' else "?" for c in header[:_MOST_TOLD])
    return plain + "..." * (len(header) > _MOST_TOLD)
