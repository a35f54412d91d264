"""The limiter, which counts each request by the limits that apply to it."""

from dataclasses import dataclass

from app.config import Settings
from app.limits.addresses import Addresses
from app.limits.rates import Rate
from app.limits.table import Claim, RateTable


@dataclass(frozen=True, slots=True)
class LimitState:
    """The state of the limit that matters most to a caller."""

    rate: Rate
    limit: str  # the value of the header RateLimit
    retry_after: int | None = None  # seconds; None for a request that passes


class Limiter:
    """Counts each request by its token, if it has one, and by its address."""

    def __init__(
        self,
        table: RateTable,
        addresses: Addresses,
        *,
        per_token: int | None = None,
        per_address: int | None = None,
        without_token: int | None = None,
    ) -> None:
        self._table = table
        self._addresses = addresses
        self._per_token = _rate("token", per_token)
        self._per_address = _rate("address", per_address)
        self._without_token = _rate("without-token", without_token)

    @classmethod
    def configured(cls, settings: Settings, table: RateTable) -> "Limiter":
        """Return a limiter with the limits of the settings."""
        return cls(
            table,
            Addresses(settings.trusted_proxies),
            per_token=settings.rate_per_token,
            per_address=settings.rate_per_address,
            without_token=settings.rate_without_token,
        )

    def count(self, token: str | None, peer: str, forwarded: str | None) -> LimitState | None:
        """Count a request. Return the state of its limit; None where no limit applies.

        token: None for a request without one. peer: the address that connects. forwarded: X-Forwarded-For.
        A refused request is not counted by any limit.
        """
        claims = self._claims(token, self._addresses.client(peer, forwarded))
        if not claims:
            return None
        refused, tat, now = self._table.take(claims)
        if refused is None:
            rate = claims[0][0]
            return LimitState(rate, rate.service_limit(rate.left(tat, now)))
        wait = refused.wait(tat, now)
        return LimitState(refused, refused.refused(wait), wait)

    def _claims(self, token: str | None, address: bytes | None) -> list[Claim]:
        if token is None:
            return [(self._without_token, b"w" + address)] if self._without_token and address else []
        claims = [(self._per_token, b"t" + token.encode("utf-8", "replace"))] if self._per_token else []
        if self._per_address and address:
            claims.append((self._per_address, b"a" + address))
        return claims


def _rate(name: str, quota: int | None) -> Rate | None:
    return Rate(name, quota) if quota is not None else None
