"""Webhooks: endpoints that are told of events, and how they are told."""
