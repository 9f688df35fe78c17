"""The servers that Amparo needs: those named in the environment, or our own database and broker."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field

from config.running.broker import broker
from config.running.errors import CommandFailed
from config.running.postgres import cluster
from config.running.processes import Child
from config.running.var_folder import VarFolder, random_master_key, random_password

NAMES = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL")


@dataclass
class Servers:
    """The environment for Amparo's processes, and the servers started for it."""

    environment: dict[str, str]
    children: list[Child] = field(default_factory=list)


def is_set(name: str) -> bool:
    return bool(os.environ.get(name) or os.environ.get(f"{name}_FILE"))


@contextlib.contextmanager
def servers(var: VarFolder, *, careless: bool = False, join: bool = False) -> Iterator[Servers]:
    """Yields the environment with the servers' URLs. Servers that it starts are stopped at the end.

    With `join`, uses servers that another process runs from the same folder. Raises CommandFailed."""
    var.make()
    missing = [name for name in NAMES if not is_set(name)]
    if not missing:
        yield Servers(environment_for(var, {}))
        return
    if len(missing) < len(NAMES):
        raise CommandFailed(
            f"{' and '.join(missing)} not set: set all of {', '.join(NAMES)}, or none of them, "
            "and Amparo starts its own servers."
        )
    with var.exclusive_lock() as is_ours, contextlib.ExitStack() as stack:
        if is_ours:
            access, database = stack.enter_context(cluster(var, careless=careless))
            address, broker_server = stack.enter_context(broker(var))
            addresses = access.addresses | {"REDIS_URL": address}
            var.write_json("running", {"process": os.getpid()})
            yield Servers(environment_for(var, addresses), [database, broker_server])
        elif join:
            yield Servers(environment_for(var, addresses_of_running(var)))
        else:
            process = var.read_json("running").get("process", "?")
            raise CommandFailed(f"Amparo already runs from this folder (process {process}).")


def addresses_of_running(var: VarFolder) -> dict[str, str]:
    ports = var.read_json("ports")

    def url(scheme: str, role: str, secret: str, port: str, path: str) -> str:
        password, _ = var.secret(secret, random_password)
        return f"{scheme}://{role}:{password}@127.0.0.1:{ports[port]}/{path}"

    return {
        "DATABASE_URL": url("postgresql", "amparo", "postgres.application", "postgres", "amparo"),
        "DATABASE_OWNER_URL": url(
            "postgresql", "amparo_owner", "postgres.owner", "postgres", "amparo"
        ),
        "REDIS_URL": url("redis", "", "broker", "broker", "0"),
    }


def environment_for(var: VarFolder, addresses: dict[str, str]) -> dict[str, str]:
    """The complete environment for a process of Amparo: what is set, and defaults for the rest."""
    defaults = {"AMPARO_MODE": "demonstration", **addresses}
    if not is_set("AMPARO_SECRET_KEY"):
        defaults["AMPARO_SECRET_KEY"], _ = var.secret("session.key", random_password)
    if not is_set("AMPARO_MASTER_KEY"):
        defaults["AMPARO_MASTER_KEY"], is_new = var.secret("master.key", random_master_key)
        if is_new and "test" not in var.folder.name:
            warn_of_master_key(var)
    # Overrides the environment's AMPARO_VAR, which was read earlier: secrets and the setup code are in this folder.
    forced = {"AMPARO_VAR": str(var.folder)}
    return {**defaults, "DJANGO_SETTINGS_MODULE": "config.settings", **os.environ, **forced}


def warn_of_master_key(var: VarFolder) -> None:
    line = "!" * 88
    print(
        f"\n{line}\n!  A master key was made: {var.folder / 'secrets' / 'master.key'}\n"
        "!  Every name and every note is locked with it. Whoever loses it loses them all, for good;\n"
        "!  whoever copies it together with the database can read everything.\n"
        "!  Good for trying Amparo out. For real people, keep it away from the database and its\n"
        f"!  backups: docs/deploying.md says how.\n{line}\n",
        flush=True,
    )
