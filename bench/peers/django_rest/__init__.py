"""The three endpoints as a Django REST framework application, written as its documentation shows: models, serializers,
a view set. It runs in an environment of its own and imports nothing of the service."""
