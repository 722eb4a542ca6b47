# The same three routes for Gunicorn, whose worker of the synchronous kind serves one visitor after the other.

import os
import time

WAIT_S = float(os.environ.get("WAIT_MS", "300")) / 1000


def compute_for(seconds):
    end = time.time() + seconds
    while time.time() < end:
        pass


def app(environ, start_response):
    path = environ["PATH_INFO"]
    if path == "/sleep":
        time.sleep(WAIT_S)
    if path == "/heavy":
        compute_for(WAIT_S)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"slept\n" if path == "/sleep" else b"done\n"]
