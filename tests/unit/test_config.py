"""Settings from the environment."""

import os
import traceback
from pathlib import Path

import pytest

from app.config import ROOT, Settings


def test_nothing_set_means_the_embedded_database_on_port_8000_of_this_machine() -> None:
    settings = Settings.from_environment({})
    assert (settings.database_url, settings.host, settings.port) == (None, "127.0.0.1", 8000)
    assert settings.body_limit == 1024 * 1024


def test_empty_counts_as_not_set() -> None:
    empty = {"DATABASE_URL": "", "HOST": "", "PORT": "", "POOL_SIZE": ""}
    assert Settings.from_environment(empty) == Settings.from_environment({})


def test_what_is_set_is_taken() -> None:
    settings = Settings.from_environment(
        {"DATABASE_URL": "postgresql://x", "HOST": "::", "PORT": "9000", "POOL_SIZE": "3"}
    )
    assert (settings.database_url, settings.host) == ("postgresql://x", "::")
    assert (settings.port, settings.pool_size) == (9000, 3)


def test_networks_that_webhooks_may_go_to_stand_with_commas_between_them() -> None:
    allowed = Settings.from_environment({"WEBHOOK_ALLOW": "10.0.0.0/8, fd00::/8"}).webhook_allow
    assert [str(network) for network in allowed] == ["10.0.0.0/8", "fd00::/8"]
    for wrong in ("10.0.0.1/8", "example.com", "10.0.0.0/33"):
        with pytest.raises(ValueError, match="WEBHOOK_ALLOW"):
            Settings.from_environment({"WEBHOOK_ALLOW": wrong})


def test_events_are_kept_for_90_days_unless_told_otherwise() -> None:
    assert Settings.from_environment({}).event_days == 90
    assert Settings.from_environment({"EVENT_DAYS": "400"}).event_days == 400
    with pytest.raises(ValueError, match="EVENT_DAYS"):
        Settings.from_environment({"EVENT_DAYS": "0"})


@pytest.mark.parametrize(
    ("processors", "workers", "concurrent_transactions"),
    [(2, None, 1), (1, None, 1), (8, "2", 4), (8, "3", 3), (2, "4", 1)],
)
@pytest.mark.parametrize(
    "url",
    [None, "postgresql:///x", "host=/run/x", "postgresql://LOCALHOST/x", "host=@pg", "host=127.0.0.2,::1"],
)
def test_beside_postgresql_as_many_transactions_are_at_work_as_keep_the_processors_busy(
    url: str | None,
    processors: int,
    workers: str | None,
    concurrent_transactions: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(processors), raising=False)
    for name in ("PGHOST", "PGHOSTADDR", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)
    given = {"DATABASE_URL": url or "", "WEB_CONCURRENCY": workers or "", "CONCURRENT_TRANSACTIONS": ""}
    assert Settings.from_environment(given).concurrent_transactions == concurrent_transactions
    assert Settings.from_environment(given | {"CONCURRENT_TRANSACTIONS": "7"}).concurrent_transactions == 7


def test_a_worker_that_keeps_to_one_processor_counts_those_of_the_whole_service(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    given = {"WEB_CONCURRENCY": "2", "PROCESSORS": "0,1,2,3"}
    assert Settings.from_environment(given).concurrent_transactions == 2


@pytest.mark.parametrize(
    "url",
    [
        *["postgresql://db.example/x", "host=10.0.0.7", "hostaddr=10.0.0.7", "host=/run/x,db.example"],
        "service=prod",
    ],
)
def test_with_postgresql_elsewhere_all_connections_may_be_at_work(url: str) -> None:
    assert Settings.from_environment({"DATABASE_URL": url}).concurrent_transactions is None
    assert (
        Settings.from_environment(
            {"DATABASE_URL": url, "CONCURRENT_TRANSACTIONS": "3"}
        ).concurrent_transactions
        == 3
    )


def test_with_a_pooler_all_connections_may_be_at_work() -> None:
    pooled = {"DATABASE_URL": "postgresql://127.0.0.1:6432/x", "DATABASE_POOLER": "transaction"}
    assert Settings.from_environment(pooled).concurrent_transactions is None
    assert Settings.from_environment(pooled | {"CONCURRENT_TRANSACTIONS": "3"}).concurrent_transactions == 3


def test_a_cluster_takes_one_statement_a_message_as_a_pooler_does() -> None:
    named = {"DATABASE_URL": "postgresql://left/x", "DATABASE_POOLER": "citus"}
    settings = Settings.from_environment(named)
    assert (settings.pooled, settings.distributed) == (True, True)
    assert not Settings.from_environment(named | {"DATABASE_POOLER": "transaction"}).distributed
    with pytest.raises(ValueError, match="DATABASE_REPLICA_URL names one standby"):
        Settings.from_environment(named | {"DATABASE_REPLICA_URL": "postgresql://right/x"})
    with pytest.raises(ValueError, match="DATABASE_POOLER must be none or transaction or citus"):
        Settings.from_environment(named | {"DATABASE_POOLER": "session"})


def test_a_replica_is_one_of_the_database_that_is_named() -> None:
    named = {"DATABASE_URL": "postgresql://left/x", "DATABASE_REPLICA_URL": "postgresql://right/x"}
    assert Settings.from_environment(named).replica_url == "postgresql://right/x"
    assert Settings.from_environment(named | {"DATABASE_REPLICA_URL": ""}).replica_url is None
    with pytest.raises(ValueError, match="DATABASE_REPLICA_URL names a standby of DATABASE_URL"):
        Settings.from_environment({"DATABASE_REPLICA_URL": "postgresql://right/x"})
    with pytest.raises(ValueError, match="DATABASE_REPLICA_URL cannot be read") as refused:
        Settings.from_environment(named | {"DATABASE_REPLICA_URL": "postgresql://u:s%ecret@right/x"})
    assert "ecret" not in str(refused.value)


def test_pdfs_are_kept_under_var_or_where_it_is_said_or_not_at_all() -> None:
    usual = Settings.from_environment({"PDF_CACHE": "", "PDF_CACHE_MB": "", "PDF_TIMEOUT": ""})
    assert usual == Settings.from_environment({})
    assert usual.pdf_cache == ROOT / "var" / "pdf-cache"
    assert (usual.pdf_timeout, usual.pdf_cache_bytes) == (10, 256 * 1024**2)
    assert Settings.from_environment({"PDF_CACHE": "/x/y"}).pdf_cache == Path("/x/y")
    assert Settings.from_environment({"PDF_CACHE": "off"}).pdf_cache is None
    assert Settings.from_environment({"PDF_CACHE_MB": "2"}).pdf_cache_bytes == 2 * 1024**2


def test_pdfs_are_printed_on_the_processors_that_are_named() -> None:
    assert Settings.from_environment({"PROCESSORS": "0,3"}).pdf_processors == {0, 3}
    assert Settings.from_environment({"PROCESSORS": ""}).pdf_processors is None


def test_limits_are_generous_unless_they_are_set_or_switched_off() -> None:
    names = ("RATE_PER_TOKEN", "RATE_PER_ADDRESS", "RATE_WITHOUT_TOKEN")
    usual = Settings.from_environment(dict.fromkeys((*names, "REQUEST_TIMEOUT", "FORWARDED_ALLOW_IPS"), ""))
    assert usual == Settings.from_environment({})
    assert (usual.rate_per_token, usual.rate_per_address, usual.rate_without_token) == (30_000, 60_000, 600)
    assert (usual.request_timeout, usual.trusted_proxies) == (15, "127.0.0.1,::1")
    few = Settings.from_environment(dict.fromkeys(names, "7"))
    assert (few.rate_per_token, few.rate_per_address, few.rate_without_token) == (7, 7, 7)
    none = Settings.from_environment(dict.fromkeys(names, "off"))
    assert (none.rate_per_token, none.rate_per_address, none.rate_without_token) == (None, None, None)


def test_failed_logins_of_an_address_are_few_unless_said_otherwise() -> None:
    def read(text: str) -> int | None:
        return Settings.from_environment({"LOGIN_FAILURES_PER_ADDRESS": text}).login_failures_per_address

    assert (read(""), read("7"), read("1000"), read("off")) == (20, 7, 1000, None)
    for wrong in ("0", "1001", "many"):
        with pytest.raises(ValueError, match="LOGIN_FAILURES_PER_ADDRESS"):
            read(wrong)


@pytest.mark.parametrize("name", ["RATE_PER_TOKEN", "RATE_PER_ADDRESS", "RATE_WITHOUT_TOKEN"])
@pytest.mark.parametrize("value", ["0", "-1", "on", "1.5", "1000001"])
def test_a_rate_that_is_none_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=name):
        Settings.from_environment({name: value})


@pytest.mark.parametrize(
    "name",
    [
        "PORT",
        "POOL_SIZE",
        "CONCURRENT_TRANSACTIONS",
        "AT_ONCE",
        "PDF_TIMEOUT",
        "PDF_SECONDS",
        "REQUEST_TIMEOUT",
    ],
)
@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5", " 1", "1e3", "65536", "9" * 5_000])
def test_a_number_that_is_none_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=name):
        Settings.from_environment({name: value})


@pytest.mark.parametrize(
    ("old", "name", "field"),
    [
        ("REQUEST_SECONDS", "REQUEST_TIMEOUT", "request_timeout"),
        ("PDF_SECONDS", "PDF_TIMEOUT", "pdf_timeout"),
        ("AT_ONCE", "CONCURRENT_TRANSACTIONS", "concurrent_transactions"),
    ],
)
def test_an_old_name_of_a_setting_is_read_where_its_present_name_is_not_set(
    old: str, name: str, field: str
) -> None:
    assert getattr(Settings.from_environment({old: "7"}), field) == 7
    assert getattr(Settings.from_environment({old: "7", name: ""}), field) == 7
    assert getattr(Settings.from_environment({old: "7", name: "5"}), field) == 5


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:secret%@db/x",
        "postgresql//me:secret@db/x",
        "postgresql://me:secret@[::1/x",
        "secret",
        "postgresql://me:se%ccret@db/x",
    ],
)
def test_a_database_url_that_cannot_be_read_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="DATABASE_URL cannot be read") as refused:
        Settings.from_environment({"DATABASE_URL": url})
    assert "secret" not in "".join(traceback.format_exception(refused.value))
