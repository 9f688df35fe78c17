"""A signed hidden field with the user for whom a form was made: the session may have ended when it is sent."""

import uuid
from functools import lru_cache

from django.core import signing
from django.http import HttpRequest

FIELD = "page_of"
_signer = signing.Signer(salt="whose page")


@lru_cache(maxsize=1024)
def signed_owner(user_key: uuid.UUID) -> str:
    """The value of the hidden field in forms made for this user."""
    return _signer.sign(str(user_key))


def form_owner_of(request: HttpRequest) -> str:
    """The key of the user for whom the submitted form was made; empty without a valid signature."""
    try:
        return _signer.unsign(request.POST.get(FIELD, ""))
    except signing.BadSignature:
        return ""
