"""The web server's settings."""

import gc
import os
import socket
import struct
from typing import Any

from config.logging import LOGGING

bind = os.environ.get("AMPARO_BIND", "127.0.0.1:8000")
workers = int(os.environ.get("AMPARO_WEB_WORKERS", "2"))
threads = int(os.environ.get("AMPARO_WEB_THREADS", "4"))
# A thread is held from a request's first byte to its answer's last. So a page does no long work (files are looked into by
# Celery's workers), a silent line is hung up on below, and a proxy in front takes in slow requests as a whole
# (docs/deploying.md). An event loop would wait for slow lines for nothing, and run all of Django under replaced sockets.
worker_class = "gthread"
# Of a process that no longer says it lives; a thread that waits for a line does not stop it from saying so.
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


# A phone on a bad line pauses for seconds. Gunicorn itself waits for the rest of a request for ever.
SILENT_SECONDS = 20


def when_ready(server: Any) -> None:
    """A line that neither sends nor takes a byte for so long gives its thread back; what is accepted inherits this."""
    for listener in server.LISTENERS:
        for way in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.sock.setsockopt(socket.SOL_SOCKET, way, struct.pack("ll", SILENT_SECONDS, 0))


def pre_fork(server: object, worker: object) -> None:
    """What is loaded is left alone by the collector, or it would be copied into each worker bit by bit.

    It looks seldom: a page makes tens of thousands of objects and leaves hardly any, and for each 700 it took 6 % of the time.
    """
    gc.freeze()
    gc.set_threshold(5_000, 20, 50)
