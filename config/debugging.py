"""Django's debug page shows what a request held, a name in clear among it.

So it stands only where nobody is real, and only in front of whoever sits at the machine."""

from collections.abc import Callable, Sequence
from ipaddress import ip_address

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden

Answer = Callable[[HttpRequest], HttpResponse]


def refuse_elsewhere(*, mode: str, hosts: Sequence[str], bind: str) -> None:
    """Raises ImproperlyConfigured unless this is the demonstration and only this machine reaches it."""
    wrong = {
        f"AMPARO_MODE is {mode}": mode != "demonstration",
        f"AMPARO_HOSTS is {','.join(hosts)}": not all(map(is_here, hosts)),
        f"AMPARO_BIND is {bind}": not is_here(bind.rpartition(":")[0]),
    }
    if any(wrong.values()):
        found = " and ".join(sentence for sentence, is_wrong in wrong.items() if is_wrong)
        raise ImproperlyConfigured(
            f"AMPARO_DEBUG is for the demonstration on this machine alone, but {found}."
        )


def is_here(host: str) -> bool:
    """Whether it is a name or an address of the loopback."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def only_from_this_machine(get_response: Answer) -> Answer:
    """The same for whoever gave `runserver` an address of its own: a stranger gets nothing."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_here(request.META.get("REMOTE_ADDR", "")):
            return HttpResponseForbidden()
        return get_response(request)

    return middleware
