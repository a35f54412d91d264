"""The WSGI application for gunicorn: `gunicorn -c gunicorn.conf.py wsgi:application`.

A request passes `resources/serving/middleware.py`, then the resource that `resources/routes` names for its path:
`POST /invoices` runs `on_post_list` of `resources/invoices.py`.
"""

from app.config import Settings
from resources.api import create_app

application = create_app(Settings.from_environment())
