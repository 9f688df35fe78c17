"""The settings of the web server."""

import gc
import os
import socket
import struct
from typing import Any

from config.logging import LOGGING

bind = os.environ.get("AMPARO_BIND", "127.0.0.1:8000")
workers = int(os.environ.get("AMPARO_WEB_WORKERS", "2"))
threads = int(os.environ.get("AMPARO_WEB_THREADS", "4"))
# A thread is busy from a request's first byte to its answer's last. So pages do no long work (Celery's workers check
# files), silent connections are closed (see below), and a proxy in front buffers slow requests (docs/deploying.md). An
# event loop would wait for slow connections more cheaply, but would run all of Django with patched sockets.
worker_class = "gthread"
# Seconds until a process without a heartbeat is killed; a thread that waits for a connection does not stop it.
timeout = 60
graceful_timeout = 10
# Loaded once and then shared: a separate copy costs each worker a hundred megabytes.
preload_app = True
# Restarts limit memory growth; the jitter keeps the workers from restarting together.
max_requests = 5000
max_requests_jitter = 500
# URLs may contain a case's number: visits are recorded only in the audit log.
accesslog = None
errorlog = "-"
loglevel = "warning"
logconfig_dict = LOGGING
control_socket_disable = True


# Longer than the pauses of a phone on a bad connection. Gunicorn itself would wait for a request forever.
SILENT_SECONDS = 20


def when_ready(server: Any) -> None:
    """Limits how long a connection may be silent; accepted connections inherit this from the listener."""
    for listener in server.LISTENERS:
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            value = struct.pack("ll", SILENT_SECONDS, 0)
            listener.sock.setsockopt(socket.SOL_SOCKET, option, value)


def pre_fork(server: object, worker: object) -> None:
    """Freezes loaded objects: the garbage collector would copy them into each worker.

    Collects less often: a page creates tens of thousands of objects and leaves few, and the default thresholds took 6 %
    of the time."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 50)
