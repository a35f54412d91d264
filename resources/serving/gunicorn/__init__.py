"""The code behind the gunicorn settings in `gunicorn.conf.py`.

gunicorn's master process imports this package; only worker processes import the application. The package therefore
imports nothing of `app` but `app.environment`, and `releases` drops it from memory before a worker starts.
"""
