"""Request bodies and answers: the fields that they are made of, and those of documents."""
