"""Whose page a form was sent from: each form says so itself, because a session may be over and a cookie another's."""

import uuid
from functools import lru_cache

from django.core import signing
from django.http import HttpRequest

FIELD = "page_of"
_signer = signing.Signer(salt="whose page")


@lru_cache(maxsize=1024)
def mark_of(user_key: uuid.UUID) -> str:
    """What stands in the forms of a page that was made for this user; nobody else can make it."""
    return _signer.sign(str(user_key))


def page_of(request: HttpRequest) -> str:
    """The key of the user for whom the page was made from which this was sent; nothing where none of ours says so."""
    try:
        return _signer.unsign(request.POST.get(FIELD, ""))
    except signing.BadSignature:
        return ""
