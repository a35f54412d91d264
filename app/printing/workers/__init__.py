"""Rendering of PDFs in processes of their own: the queue, the processes, their protocol and their confinement."""
