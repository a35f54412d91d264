"""A disk whose power can be cut: an ext4 of its own on a loop device, which goes down without writing anything more.

What the kernel holds in memory and no fsync asked for is lost then, of files and of the journal, as when a machine
loses its power; what fsync returned for stays. A drive's own cache, which may lie about it, and sectors torn in two are
not part of it.
"""

import fcntl
import os
import shutil
import struct
import subprocess
import time
from pathlib import Path

BYTES = 2 << 30
PATIENCE = 30.0
PROGRAMS = ("mkfs.ext4", "mount", "umount", "sync")
# ext4's EXT4_IOC_SHUTDOWN, and its flag to leave the journal unwritten (linux/ext4.h).
_SHUTDOWN, _WITHOUT_THE_JOURNAL = 0x8004587D, 2
_CAP_SYS_ADMIN = 21
_PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def missing() -> str:
    """Return the reason why no such disk can be made here, or ""."""
    if not _may_mount():
        return "only who may administer the machine can mount a disk"
    if not Path("/dev/loop-control").exists():
        return "no loop devices"
    lacking = [name for name in PROGRAMS if not shutil.which(name, path=_PATH)]
    return f"no {', '.join(lacking)}" if lacking else ""


def _may_mount() -> bool:
    """Return whether this process has CAP_SYS_ADMIN; root in a container mostly lacks it."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return any(int(line.split()[1], 16) >> _CAP_SYS_ADMIN & 1 for line in lines if line.startswith("CapEff:"))


class Disk:
    """The file that holds it lies in a folder, and it is mounted beside."""

    def __init__(self, folder: Path) -> None:
        self._image, self.root = folder / "disk", folder / "mounted"
        with self._image.open("wb") as file:
            file.truncate(BYTES)
        self.root.mkdir()
        _run("mkfs.ext4", "-q", str(self._image))
        self.mount()

    def mount(self) -> None:
        """Mount it; its journal is replayed if need be."""
        _run("mount", "-o", "loop", str(self._image), str(self.root))

    def sync(self) -> None:
        """Write all that it holds."""
        _run("sync", "--file-system", str(self.root))

    def cut(self) -> None:
        """Cut the power: from now on nothing reaches the disk, and every write fails."""
        descriptor = os.open(self.root, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, _SHUTDOWN, struct.pack("I", _WITHOUT_THE_JOURNAL))
        finally:
            os.close(descriptor)

    def unmount(self) -> None:
        """Unmount it as soon as nobody uses it."""
        deadline = time.monotonic() + PATIENCE
        while os.path.ismount(self.root):
            try:
                _run("umount", str(self.root))
            except subprocess.CalledProcessError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


def _run(program: str, *words: str) -> None:
    subprocess.run(
        [str(shutil.which(program, path=_PATH)), *words], check=True, capture_output=True, timeout=PATIENCE
    )
