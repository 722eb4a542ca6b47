# Read by Gunicorn from the folder it starts in: on this machine alone, on a free port unless one is given.

import os

bind = "127.0.0.1:" + os.environ.get("PORT", "0")
workers = 1
