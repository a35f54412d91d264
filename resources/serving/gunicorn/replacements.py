"""The replaced parts of gunicorn, for which it has no setting."""

from gunicorn import http, util
from gunicorn.http import errors

from resources.serving.gunicorn.invalid_requests import class_name, write_error
from resources.serving.gunicorn.parser import parser_with_limit


def install(read_timeout: float) -> None:
    """Replace gunicorn's parser, its error page and the texts of its errors. `read_timeout` is in seconds."""
    http.RequestParser = parser_with_limit(read_timeout)
    util.write_error = write_error
    for error in vars(errors).values():
        if isinstance(error, type) and issubclass(error, errors.ParseException):
            error.__str__ = class_name  # type: ignore[method-assign, assignment]
