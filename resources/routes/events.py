"""The routes of events."""

from app.schemas.answers.events import Event
from resources.events import Events
from resources.routes.operations import Answer, Operation, Route
from resources.serving.requests import Requests


def event_routes(requests: Requests) -> list[Route]:
    """Return the route of the events."""
    return [Route("/events", Events(requests), None, {"GET": _list_events()})]


def _list_events() -> Operation:
    return Operation(
        id="listEvents",
        tag="Events",
        summary="List what changed",
        permission="reports.read",
        answer=Answer(Event, "page"),
        says="One event for each change of state, kept for 90 days. `data` is the record as its list showed it then, "
        "without lines; of a deleted one its id alone. `total` counts no further than 1,000; `cursor` goes on from "
        "there.",
        listing="events",
    )
