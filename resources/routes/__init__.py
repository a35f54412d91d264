"""The routes, a file for each part of the interface: permissions, bodies, parameters and answers."""
