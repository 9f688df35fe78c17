"""`python -m config.running WHAT ...`: called by the Makefile. See its help for the choices."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType

from config.running import checking, child
from config.running.errors import CommandFailed
from config.running.run import dev, run
from config.running.servers import servers
from config.running.var_folder import ROOT, VarFolder

HELP = """\
run                  start everything and stay
dev                  likewise, with a web server that starts again when the code changes
check                what Django itself can tell about the code
manage ARGUMENT...   manage.py, on the running servers or on servers started for it
python ARGUMENT...   Python, likewise
"""


def main(what: str = "", *arguments: str) -> int:
    """Runs the subcommand and returns the exit code."""
    os.umask(0o077)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, stop)
    var = VarFolder(Path(os.environ.get("AMPARO_VAR") or ROOT / "var"))
    try:
        match what:
            case "run":
                return run(var)
            case "dev":
                return dev(var)
            case "check":
                return checking.check(var)
            case "manage":
                return on_servers(var, ["manage.py", *arguments])
            case "python":
                return on_servers(var, [*arguments])
    except CommandFailed as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0 if what in {"run", "dev"} else 130
    print(HELP)
    return 2


def stop(number: int, frame: FrameType | None) -> None:
    """Interrupts once; a second Ctrl+C does not disturb the shutdown."""
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def on_servers(var: VarFolder, arguments: list[str]) -> int:
    with servers(var, join=True) as backends:
        command = child.command("same", [sys.executable, *arguments])
        return subprocess.run(command, env=backends.environment, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
