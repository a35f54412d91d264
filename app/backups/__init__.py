"""Backups: a dump of the whole database with a manifest, and a restored copy that is compared with it."""


class BackupError(Exception):
    """A backup cannot be made or used; the sentence says why."""
