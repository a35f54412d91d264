"""PDFs that are kept."""

import os
from pathlib import Path

import pytest

from app.printing.workers.cache import Cache, owner_of_key

KEY = "a" * 64


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "var" / "pdf-cache"


@pytest.fixture
def cache(folder: Path) -> Cache:
    return Cache(folder, 100_000)


def test_what_is_kept_is_found_by_every_process(cache: Cache, folder: Path) -> None:
    assert cache.get(KEY) is None
    cache.put(KEY, b"%PDF-1")
    assert cache.get(KEY) == Cache(folder, 1).get(KEY) == b"%PDF-1"
    assert cache.get("b" * 64) is None


def test_nobody_else_may_read_it(cache: Cache, folder: Path) -> None:
    cache.put(KEY, b"%PDF-1")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600]


@pytest.mark.parametrize("content", [b"", b"%PDF", b"x" * 38, b"x" * 100])
def test_a_file_that_was_damaged_is_not_believed_and_replaced(
    content: bytes, cache: Cache, folder: Path
) -> None:
    cache.put(KEY, b"%PDF-1")
    (folder / KEY).write_bytes(content)
    assert cache.get(KEY) is None
    assert not (folder / KEY).exists()
    cache.put(KEY, b"%PDF-1")
    assert cache.get(KEY) == b"%PDF-1"


def test_a_file_that_was_cut_short_is_not_believed(cache: Cache, folder: Path) -> None:
    cache.put(KEY, b"%PDF-1" * 100)
    with (folder / KEY).open("r+b") as file:
        file.truncate(300)
    assert cache.get(KEY) is None


def test_it_stays_within_its_bound_and_the_longest_unused_go_first(folder: Path) -> None:
    cache = Cache(folder, 100_000)
    for n in range(500):
        cache.put(f"{n:064}", bytes(1_000))
        # The first is asked for again and again; a clock of files may be coarse.
        os.utime(folder / f"{n:064}", ns=(n, n))
        if n % 10 == 0:
            os.utime(folder / f"{0:064}", ns=(n + 1, n + 1))
    held = sum(path.stat().st_size for path in folder.iterdir())
    assert 50_000 < held <= 100_000
    assert cache.get(f"{0:064}") == cache.get(f"{499:064}") == bytes(1_000)
    assert cache.get(f"{1:064}") is None


def test_who_has_more_than_half_of_it_loses_its_own_first(folder: Path) -> None:
    cache = Cache(folder, 100_000)
    quiet = [owner_of_key("org_1") + f"{n:064}" for n in range(20)]
    for key in quiet:
        cache.put(key, bytes(1_000))
        os.utime(folder / key, ns=(0, 0))
    for n in range(500):
        cache.put(owner_of_key("org_2") + f"{n:064}", bytes(1_000))
    assert all(cache.get(key) for key in quiet)
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 100_000


def test_no_unfinished_file_is_left(cache: Cache, folder: Path) -> None:
    for n in range(20):
        cache.put(f"{n:064}", b"%PDF-1")
    assert all(len(path.name) == 64 for path in folder.iterdir())


def test_a_folder_that_cannot_be_made_fails_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / "file" / "cache", 1_000)
    cache.put(KEY, b"%PDF-1")
    assert cache.get(KEY) is None


def test_a_folder_that_others_can_write_to_is_neither_written_nor_read(folder: Path, cache: Cache) -> None:
    cache.put(KEY, b"%PDF-1")
    folder.chmod(0o777)
    assert cache.get(KEY) is None
    cache.put("b" * 64, b"%PDF-1")
    assert len(list(folder.iterdir())) == 1


def test_a_folder_that_vanishes_is_made_again(folder: Path, cache: Cache) -> None:
    cache.put(KEY, b"%PDF-1")
    (folder / KEY).unlink()
    folder.rmdir()
    assert cache.get(KEY) is None
    cache.put(KEY, b"%PDF-1")
    assert cache.get(KEY) == b"%PDF-1"


def test_a_folder_in_the_way_of_a_file_fails_nothing(folder: Path, cache: Cache) -> None:
    cache.put("b" * 64, b"%PDF-1")
    (folder / KEY).mkdir()
    cache.put(KEY, b"%PDF-1")
    assert cache.get(KEY) is None


def test_a_block_holds_for_every_process_and_for_its_time(cache: Cache, folder: Path) -> None:
    assert cache.blocked_seconds(KEY) == 0
    cache.block(KEY, 60)
    assert 58 < Cache(folder, 1).blocked_seconds(KEY) <= 60
    assert cache.get(KEY) is None
    cache.block(KEY, -1)
    assert cache.blocked_seconds(KEY) == 0


def test_blocks_that_have_ended_are_deleted(folder: Path) -> None:
    cache = Cache(folder, 1_000)
    cache.block("a", -1)
    cache.block("b", 60)
    cache.put(KEY, b"%PDF-1")
    assert {path.name for path in folder.iterdir()} == {"b.block", KEY}


def test_what_is_no_file_does_not_keep_it_from_its_bound(folder: Path) -> None:
    cache = Cache(folder, 10_000)
    cache.put(KEY, b"")
    (folder / "sub" / "folder").mkdir(parents=True)
    os.utime(folder / "sub", (0, 0))
    for n in range(50):
        cache.put(f"{n:064}", bytes(1_000))
    assert sum(path.stat().st_size for path in folder.iterdir() if path.is_file()) <= 10_000


def test_a_file_that_cannot_be_removed_does_not_keep_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache, unlink = Cache(folder, 10_000), Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path.name == KEY:
            raise PermissionError(1, "Operation not permitted")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    cache.put(KEY, bytes(1_000))
    os.utime(folder / KEY, (0, 0))
    for n in range(50):
        cache.put(f"{KEY[:16]}{n:048}", bytes(1_000))
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 10_000
    assert [record.message for record in caplog.records] == ["a kept PDF cannot be removed"]


def test_trouble_is_told_once_and_again_after_a_success(
    cache: Cache, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache.put(KEY, b"%PDF-1")
    for mode in (0o777, 0o777, 0o700, 0o777):
        folder.chmod(mode)
        cache.put(KEY, b"%PDF-1")
    assert [record.message for record in caplog.records] == ["PDFs are not kept"] * 2
