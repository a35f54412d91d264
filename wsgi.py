"""The WSGI application for gunicorn: `gunicorn -c gunicorn.conf.py wsgi:application`."""

from app.config import Settings
from resources.api import create_app

application = create_app(Settings.from_environment())
