"""The web server's settings."""

import gc
import os

from config.logging import LOGGING

bind = os.environ.get("AMPARO_BIND", "127.0.0.1:8000")
workers = int(os.environ.get("AMPARO_WEB_WORKERS", "2"))
threads = int(os.environ.get("AMPARO_WEB_THREADS", "4"))
worker_class = "gthread"
timeout = 60
graceful_timeout = 10
# Loaded once and then shared: a worker of its own making costs a hundred megabytes more.
preload_app = True
# A long life lets memory creep; the spread keeps the workers from leaving together.
max_requests = 5000
max_requests_jitter = 500
# Addresses may carry a case's number: nobody's visit is written to a file, but for the audit.
accesslog = None
errorlog = "-"
loglevel = "warning"
logconfig_dict = LOGGING
control_socket_disable = True


def pre_fork(server: object, worker: object) -> None:
    """What is loaded is left alone by the collector, or it would be copied into each worker bit by bit."""
    gc.freeze()
