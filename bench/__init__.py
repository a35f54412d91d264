"""What a request costs, beside what PostgreSQL and Falcon alone cost, and how that grows (docs/performance.md)."""
