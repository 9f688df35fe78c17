"""Restricts Django's debug page, which shows a request's data, including readable names.

It is only allowed in the demonstration, and only for requests from this machine."""

from collections.abc import Callable, Sequence
from ipaddress import ip_address

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden

GetResponse = Callable[[HttpRequest], HttpResponse]


def refuse_outside_demonstration(*, mode: str, hosts: Sequence[str], bind: str) -> None:
    """Raises ImproperlyConfigured unless this is the demonstration and only this machine can reach it."""
    wrong = {
        f"AMPARO_MODE is {mode}": mode != "demonstration",
        f"AMPARO_HOSTS is {','.join(hosts)}": not all(map(is_here, hosts)),
        f"AMPARO_BIND is {bind}": not is_here(bind.rpartition(":")[0]),
    }
    if any(wrong.values()):
        reasons = " and ".join(sentence for sentence, is_wrong in wrong.items() if is_wrong)
        raise ImproperlyConfigured(
            f"AMPARO_DEBUG is for the demonstration on this machine alone, but {reasons}."
        )


def is_here(host: str) -> bool:
    """Whether `host` is a name or address of this machine."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def only_from_this_machine(get_response: GetResponse) -> GetResponse:
    """Middleware that answers 403 to other machines, in case `runserver` listens on a public address."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_here(request.META.get("REMOTE_ADDR", "")):
            return HttpResponseForbidden()
        return get_response(request)

    return middleware
