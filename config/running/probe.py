"""`python -m config.running.probe`: whether this container's web server is alive. Exit code 0 or 1."""

import os
import sys
import urllib.error
import urllib.request

if __name__ == "__main__":
    port = os.environ.get("AMPARO_BIND", "127.0.0.1:8000").rpartition(":")[2]
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=4).close()
    except (urllib.error.URLError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(1)
