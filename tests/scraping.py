"""Reading metrics as Prometheus does."""

from dataclasses import dataclass

from prometheus_client.parser import text_string_to_metric_families


@dataclass(frozen=True)
class Scrape:
    """The samples of one look at `/metrics`."""

    samples: dict[tuple[str, frozenset[tuple[str, str]]], float]
    kinds: dict[str, str]

    def of(self, name: str, **labels: str) -> float:
        """The value of one sample, 0 where there is none yet."""
        return self.samples.get((name, frozenset(labels.items())), 0)

    def total(self, name: str) -> float:
        """The sum of all samples of a name."""
        return sum(value for (sample, _), value in self.samples.items() if sample == name)

    def labels(self, name: str, label: str) -> set[str]:
        """The values of a label."""
        return {dict(labels)[label] for sample, labels in self.samples if sample == name}


def scraped(text: str) -> Scrape:
    """Read the text format."""
    families = list(text_string_to_metric_families(text))
    samples = {(s.name, frozenset(s.labels.items())): s.value for each in families for s in each.samples}
    return Scrape(samples, {each.name: each.type for each in families})
