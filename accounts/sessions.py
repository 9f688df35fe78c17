"""A session engine for Django: stores hashes of cookies and encrypted content, and ends each session after ten hours."""

import datetime
import hashlib
import json
import uuid
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import CreateError, SessionBase, UpdateError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Session
from pages.questions import ANY_TEXT, cached_rows
from vault.errors import Tampered
from vault.texts import seal_text, unseal_text

LONGEST = datetime.timedelta(seconds=settings.SESSION_LONGEST_SECONDS)
BROWSER = "browser"
SEALED_FOR = "session"
# Session key of what a user sent when the session had ended, stored for that user's next log-in in this browser.
UNSAVED = "unsaved"


def stored_key(cookie: str) -> str:
    """The key in the table for a cookie. The cookie is random enough (165 bits) for a plain hash."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def owner_of(cookie: str) -> uuid.UUID | None:
    """The key of the user of a cookie's session, even if it has expired; None without a row or a user."""
    row = Session.objects.filter(session_key=stored_key(cookie)).first()
    return row.user_id if row else None


def _session_by_key() -> QuerySet[Session]:
    return Session.objects.filter(session_key=ANY_TEXT)


class SessionStore(SessionBase):
    """The idle time restarts with every save. The longest time runs from log-in, which always makes a new row."""

    def _key(self) -> str:
        return stored_key(self.session_key or "")

    def encode(self, session_dict: dict[str, Any]) -> str:
        # Not `lasting`: a session ends within a day, and no request should query the database for a key.
        return seal_text(
            json.dumps(session_dict), purpose=SEALED_FOR, place=self._key(), lasting=False
        )

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        try:
            plain = unseal_text(
                str(session_data), purpose=SEALED_FOR, place=self._key(), lasting=False
            )
        except Tampered:
            return {}
        content: dict[str, Any] = json.loads(plain)
        return content

    def load(self) -> dict[str, Any]:
        now = timezone.now()
        rows = cached_rows(_session_by_key, values={ANY_TEXT: self._key()})
        row = next(
            (row for row in rows if row.expire_date > now and row.started_at > now - LONGEST), None
        )
        if row is None:
            self._session_key = None
            return {}
        self.started_at = row.started_at
        return self.decode(row.session_data)

    def ends_at(self) -> datetime.datetime:
        """The moment at which the session ends even if the user is active."""
        return getattr(self, "started_at", timezone.now()) + LONGEST

    def exists(self, session_key: str) -> bool:
        return Session.objects.filter(session_key=stored_key(session_key)).exists()

    def create(self) -> None:
        while True:
            self._session_key = self._get_new_session_key()  # type: ignore[attr-defined]
            try:
                self.save(must_create=True)
            except CreateError:
                continue
            self.modified = True
            return

    def save(self, must_create: bool = False) -> None:
        if self.session_key is None:
            return self.create()
        content = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        values = {
            "session_data": self.encode(content),
            "expire_date": self.get_expiry_date(),
            "user_id": content.get(SESSION_KEY),
            "browser": content.get(BROWSER, ""),
        }
        rows = Session.objects.filter(session_key=self._key())
        if must_create:
            try:
                with transaction.atomic():
                    Session.objects.create(session_key=self._key(), **values)
            except IntegrityError as error:
                raise CreateError from error
        elif not rows.update(**values, last_seen_at=timezone.now()):
            raise UpdateError

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            Session.objects.filter(session_key=stored_key(key)).delete()

    @classmethod
    def clear_expired(cls) -> None:
        now = timezone.now()
        Session.objects.filter(expire_date__lt=now).delete()
        Session.objects.filter(started_at__lt=now - LONGEST).delete()
