"""Marks each form with the user for whom its page was made: the session may have ended by the time it is sent."""

import uuid
from functools import lru_cache

from django.core import signing
from django.http import HttpRequest

FIELD = "page_of"
_signer = signing.Signer(salt="whose page")


@lru_cache(maxsize=1024)
def mark_of(user_key: uuid.UUID) -> str:
    """The signed mark in the forms of a page made for this user; nobody else can make it."""
    return _signer.sign(str(user_key))


def form_owner_of(request: HttpRequest) -> str:
    """The key of the user for whom the form's page was made; empty without a valid mark."""
    try:
        return _signer.unsign(request.POST.get(FIELD, ""))
    except signing.BadSignature:
        return ""
