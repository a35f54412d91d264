"""`openapi`."""

import json
from importlib import import_module

import click


@click.command()
def openapi() -> None:
    """Print the OpenAPI document of the interface."""
    click.echo(text())


def text() -> str:
    """The document as JSON, for people to compare."""
    # By its name, as gunicorn is told `wsgi`: no room imports what stands on the rooms.
    document = import_module("resources.api").document()
    return json.dumps(document, indent=1, ensure_ascii=False)
