"""How many examples hypothesis tries: HYPOTHESIS_PROFILE=nightly asks for many more than the usual run."""

import os

from hypothesis import settings

# No deadline: a slow moment of a busy machine is not a failure.
settings.register_profile("usual", max_examples=500, deadline=None)
settings.register_profile("nightly", max_examples=10_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))
