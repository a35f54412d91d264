"""How gunicorn runs the service. `gunicorn.conf.py` holds the settings, this package the code behind them.

gunicorn's master process imports this package; only worker processes import the application. The package therefore
imports nothing of `app` but `app.environment`, and `releases` drops it from memory before a worker starts.
"""
