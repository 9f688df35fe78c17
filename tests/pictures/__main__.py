"""`make pictures`."""

import os
import signal
import sys

from tests.pictures.pages import main, stop

for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, stop)
os.umask(0o077)
sys.exit(main(*sys.argv[1:]))
