"""Reads the environment. A secret can also be read from a file, named by NAME_FILE.

Does not use `environs`, which brings six packages and would still need these functions: it accepts an empty secret and
an empty list of hosts, and keeps the last newline of a file."""

import os
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlparse

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str | None = None) -> str:
    """The variable's text, or that of the file named by NAME_FILE. Raises ImproperlyConfigured if neither is set."""
    if path := os.environ.get(f"{name}_FILE"):
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ImproperlyConfigured(
                f"{name}_FILE names {path}, which cannot be read: {error}"
            ) from error
    if (value := os.environ.get(name, "")) != "":
        return value
    if default is None:
        raise ImproperlyConfigured(
            f"{name} is not set. Set it, or start Amparo with `make run`, which sets everything."
        )
    return default


def flag(name: str, *, default: bool) -> bool:
    """The variable as a boolean; its text is yes or no. Raises ImproperlyConfigured for other values."""
    value = text(name, "yes" if default else "no").lower()
    if value in {"1", "yes", "true", "on"}:
        return True
    if value in {"0", "no", "false", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; write yes or no.")


def one_of(name: str, choices: tuple[str, ...], *, default: str) -> str:
    """The variable as one of these values. Raises ImproperlyConfigured for others."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; write {' or '.join(choices)}.")
    return value


def words(name: str, default: str = "") -> list[str]:
    """The variable's comma-separated words."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def database(name: str, default: str | None = None, **options_of_ours: object) -> dict[str, object]:
    """Django's database settings from postgresql://user:password@host:port/name?option=value, plus our options."""
    url = urlparse(text(name, default))
    if url.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} must start with postgresql://")
    options = {key: values[-1] for key, values in parse_qs(url.query).items()}
    return {
        "ENGINE": "config.postgresql",
        "NAME": unquote(url.path.lstrip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": options.pop("host", "") or url.hostname or "",
        "PORT": str(url.port or options.pop("port", "")),
        "OPTIONS": {"connect_timeout": 5, **options, **options_of_ours},
    }
