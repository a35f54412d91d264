"""Users, organizations, tokens, roles and permissions."""
