"""`python -m config.running.probe [FILE]`: whether this container's program is alive. Exit code 0 or 1.

Without an argument it asks the web server. With a file it asks whether the clock touched it lately (`config.clock`).
"""

import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

# Seconds without a sign after which the clock hangs: it looks at least once a minute what is due.
LONGEST_SILENCE = 180.0
# The file that the clock touches is called like its schedule, with this ending.
SIGN = ".alive"


def seconds_silent(sign: Path, since: float = 0.0) -> float:
    """The seconds since the file was touched, or since that moment if it is later; for a missing file, since then."""
    touched = sign.stat().st_mtime if sign.exists() else 0.0
    return time.time() - max(touched, since)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(int(seconds_silent(Path(sys.argv[1])) > LONGEST_SILENCE))
    port = os.environ.get("AMPARO_BIND", "127.0.0.1:8000").rpartition(":")[2]
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=4).close()
    except (urllib.error.URLError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(1)
