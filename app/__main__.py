"""`python -m app`: the commands of the service's operators."""

import click

from app.operators.audit import audit
from app.operators.backups import backup, backup_key, restore_command
from app.operators.books import books_lock, books_unlock
from app.operators.check import check
from app.operators.completion import VARIABLE, completion
from app.operators.credential_lists import list_clients, list_organizations, list_tokens, list_users
from app.operators.credentials import client, token
from app.operators.deliver import deliver
from app.operators.demo import demo
from app.operators.doctor import doctor
from app.operators.e_invoices import e_invoice_command, e_way_bill_command
from app.operators.gst_returns import gst
from app.operators.importing import import_command
from app.operators.migrations import migrate, migrate_status
from app.operators.openapi import openapi
from app.operators.organizations import org, registration, warehouse
from app.operators.people import member, role, user
from app.operators.prune import prune
from app.operators.quotas import quota
from app.operators.recur import recur
from app.operators.reports import report
from app.operators.seals import audit_seal, audit_verify
from app.operators.serve import serve
from app.operators.session import Commands, settings
from app.operators.templates import template


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Set up and look after the invoicing service.

    `demo` makes an organization to look around in; `org create` makes your own. `doctor` tells what is wrong here.

    Works on the PostgreSQL of DATABASE_URL, else on the embedded one under var/.
    """


@main.command("serve")
def serve_command() -> None:
    """Serve the API until Ctrl-C.

    Applies missing migrations and makes the demonstration organization first, unless DEMO is off.
    """
    serve(settings())


org.add_command(list_organizations)
user.add_command(list_users)
client.add_command(list_clients)
token.add_command(list_tokens)
for group in (org, quota, registration, warehouse, user, member, role, client, token, template, report, gst):
    main.add_command(group)
for command in (
    demo,
    import_command,
    books_lock,
    books_unlock,
    e_invoice_command,
    e_way_bill_command,
    audit,
    audit_seal,
    audit_verify,
    check,
    doctor,
    backup,
    restore_command,
    backup_key,
    prune,
    recur,
    deliver,
    migrate,
    migrate_status,
    openapi,
    completion,
):
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="python -m app", complete_var=VARIABLE)
