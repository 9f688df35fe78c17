"""Anonymity and the media."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.actions import exposure
from casework.forms.exposure import AnonymityForm, ChangeAliasForm, MediaForm
from casework.forms.person import EndRowForm
from casework.models import AnonymityWish, MediaRestriction
from casework.views.person import person_page, row_page

CHANGE = Permission.INDIVIDUAL_CHANGE

anonymity_wish = person_page(
    CHANGE,
    AnonymityForm,
    exposure.wish_anonymity,
    title=_("The person asks for anonymity"),
    done=_("From now on the alias stands in every list."),
    back="exposure",
)
alias_change = row_page(
    CHANGE,
    AnonymityWish,
    ChangeAliasForm,
    exposure.change_alias,
    title=_("Change the alias"),
    done=_("The other alias stands in every list."),
    back="exposure",
)
anonymity_end = row_page(
    CHANGE,
    AnonymityWish,
    EndRowForm,
    exposure.end_anonymity,
    title=_("The person takes the wish for anonymity back"),
    done=_("The name stands in lists again."),
    back="exposure",
)
media_restrict = person_page(
    CHANGE,
    MediaForm,
    exposure.restrict_media,
    title=_("The person does not talk to the media"),
    done=_("This is on file."),
    back="exposure",
)
media_lift = row_page(
    CHANGE,
    MediaRestriction,
    EndRowForm,
    exposure.lift_media_restriction,
    title=_("This no longer holds"),
    done=_("This no longer holds."),
    back="exposure",
)
