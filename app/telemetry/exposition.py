"""Metrics in Prometheus's text format. Imported only where METRICS is on.

Each process of several writes files of its own into the folder that PROMETHEUS_MULTIPROC_DIR names. The process that
answers a request for metrics adds up the files of all (resources/serving/gunicorn/metrics_folder.py makes the folder).
"""

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import prometheus_client
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest, multiprocess
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

from app.telemetry.metrics import METRICS, Gauge, Histogram, LatestGauge, Metric

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Exposition:
    """All metrics of the service. They count from when the first Exposition of the process is created."""

    def __init__(self) -> None:
        self._folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
        own = _counting()
        self._registry = CollectorRegistry()
        if self._folder:
            multiprocess.MultiProcessCollector(self._registry, self._folder)  # type: ignore[no-untyped-call]
        else:
            self._registry.register(own)
        self._registry.register(_Processes(self._pids))

    def text(self) -> bytes:
        """Return the metrics in Prometheus's text format."""
        return generate_latest(self._registry)

    def _pids(self) -> list[int]:
        if not self._folder:
            return [os.getpid()]
        # A process's file of gauges is deleted when the process ends.
        return [int(file.stem.rpartition("_")[2]) for file in Path(self._folder).glob("gauge_livesum_*.db")]


@cache
def _counting() -> CollectorRegistry:
    registry = CollectorRegistry()
    for metric in METRICS:
        metric.bind(_made(metric, registry))
    return registry


def _made(metric: Metric, registry: CollectorRegistry) -> Any:
    named = (metric.name, metric.meaning, metric.labels)
    if isinstance(metric, Histogram):
        return prometheus_client.Histogram(*named, registry=registry, buckets=metric.buckets)
    if isinstance(metric, Gauge):
        latest = isinstance(metric, LatestGauge)
        mode: Literal["livemostrecent", "livesum"] = "livemostrecent" if latest else "livesum"
        return prometheus_client.Gauge(*named, registry=registry, multiprocess_mode=mode)
    return prometheus_client.Counter(*named, registry=registry)


class _Processes(Collector):
    """Memory, processor time and open files of each process."""

    def __init__(self, pids: Callable[[], list[int]]) -> None:
        self._pids = pids

    def collect(self) -> Iterator[Family]:
        """Yield the metrics of all processes, with the process id as label."""
        families: dict[str, Family] = {}
        for pid in sorted(self._pids()):
            for found in ProcessCollector(pid=lambda pid=pid: pid, registry=None).collect():  # type: ignore[misc]
                family = families.setdefault(found.name, Family(found.name, found.documentation, found.type))
                for sample in found.samples:
                    family.add_sample(sample.name, {"pid": str(pid)}, sample.value)
        yield from families.values()
