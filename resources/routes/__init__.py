"""The routes, a file for each part of the interface: what it asks for, takes and answers."""
