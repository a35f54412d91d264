import click
@click.command()
def demo() -> None:
    pass
def ensure_demo(owner_url: str) -> str:
    return ""
