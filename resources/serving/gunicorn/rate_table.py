"""The file in which all workers count requests for the rate limits."""

import os
import tempfile
from pathlib import Path


def share(folder: str | None) -> None:
    """Open the file, in `folder` or the system's temporary folder, and pass its descriptor on in RATE_TABLE.

    The file has no name, so it is gone with the last process that has it open.
    """
    descriptor, name = tempfile.mkstemp(prefix="gst-rates-", dir=folder)
    Path(name).unlink()
    os.environ["RATE_TABLE"] = str(descriptor)
