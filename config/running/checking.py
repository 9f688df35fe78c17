"""`make check`, the Django part: needs settings, but no server."""

import os
import subprocess
import sys

from config.running.servers import NAMES
from config.running.var_folder import ROOT, VarFolder, random_master_key, random_password

# Nothing listens at these addresses: a check of the code must not need a server.
NOWHERE = dict.fromkeys(NAMES[:2], "postgresql://nobody:nothing@127.0.0.1:1/nothing") | {
    "REDIS_URL": "redis://127.0.0.1:1/0"
}
CHECKS = {
    "models have their migrations": ["makemigrations", "--check", "--dry-run", "-v0"],
    "settings are safe for real people": ["check", "--deploy", "--fail-level", "WARNING"],
    "every sentence is translated": ["messages", "check"],
}


def check(var: VarFolder) -> int:
    """Runs every check, prints its result, and returns 1 if one failed."""
    var.make()
    environment = {
        **os.environ,
        **NOWHERE,
        "AMPARO_MODE": "production",
        "AMPARO_URL": "https://amparo.example.org",
        "AMPARO_MAIL_HOST": "mail.example.org",
        "AMPARO_VAR": str(var.folder),
        "AMPARO_SECRET_KEY": random_password() * 2,
        "AMPARO_MASTER_KEY": random_master_key(),
        "PYTHONWARNINGS": "ignore:Got an error checking a consistent migration history",
    }
    failed = []
    for promise, arguments in CHECKS.items():
        command = [sys.executable, "manage.py", *arguments]
        if subprocess.run(command, env=environment, cwd=ROOT).returncode != 0:
            failed.append(promise)
        print(f"{'NOT SO' if promise in failed else 'ok'}: {promise}", flush=True)
    return 1 if failed else 0
