"""Files that nobody else may read."""

import os
from pathlib import Path
from typing import BinaryIO


def new_private_file(path: Path) -> BinaryIO:
    """Make a file that is not there yet, for its owner alone; raise FileExistsError where it is."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def settle(file: BinaryIO) -> None:
    """Flush a written file to the disk."""
    file.flush()
    os.fsync(file.fileno())


def settle_folder(folder: Path) -> None:
    """Flush the names of a folder's files to the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
