"""The published document, made from the routes, the permissions and the schemas."""
