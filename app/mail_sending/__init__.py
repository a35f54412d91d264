"""Mails on their way: what is due is printed, written as a message, and handed over to a server."""
