"""`openapi`."""

import json
from importlib import import_module

import click


@click.command()
def openapi() -> None:
    """Print the OpenAPI document of the interface."""
    click.echo(text())


def text() -> str:
    """Return the document as indented JSON."""
    # Imported by name: the package `app` must not depend on `resources`.
    document = import_module("resources.api").document()
    return json.dumps(document, indent=1, ensure_ascii=False)
