"""What the service answers: every record as it goes on the wire, with every key that is always there.

Nothing is loaded or dumped with these: they are what the OpenAPI document says of answers, and what the tests
hold every answer to.
"""
