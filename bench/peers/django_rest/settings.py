"""The settings of Django: only the parts that the application needs, persistent connections, one transaction a
request."""

import os

SECRET_KEY = "measured on this machine alone"  # noqa: S105 - signs nothing
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "rest_framework",
    "bench.peers.django_rest",
]
# Tables are made as the models stand: the database lasts as long as the measurement.
MIGRATION_MODULES = {"auth": None, "contenttypes": None}
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
ROOT_URLCONF = "bench.peers.django_rest.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": os.environ["PEER_DATABASE"],
        "HOST": os.environ["PEER_HOST"],
        "PORT": os.environ["PEER_PORT"],
        "USER": os.environ["PEER_USER"],
        "PASSWORD": os.environ["PEER_PASSWORD"],
        "CONN_MAX_AGE": None,
        "ATOMIC_REQUESTS": True,
        "OPTIONS": {"options": "-c search_path=django_rest"},
    }
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["bench.peers.django_rest.callers.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "bench.peers.django_rest.callers.Pages",
}
