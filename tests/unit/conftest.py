"""How many examples hypothesis tries: as many as it tries by itself, or with HYPOTHESIS_PROFILE=nightly 10,000.

`make test-reliability` runs every property with the latter.
"""

import os

from hypothesis import settings

# No deadline: a slow moment of a busy machine is not a failure.
settings.register_profile("usual", max_examples=100, deadline=None)
settings.register_profile("nightly", max_examples=10_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))
