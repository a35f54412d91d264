"""Schemas of the service's answers: every record on the wire, with every key that is always there.

Nothing is loaded or dumped with these: the OpenAPI document describes answers by them, and the tests hold every answer
to them.
"""
