"""Delivery of mails: due ones are printed, composed and handed over to a server."""
