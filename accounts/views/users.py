"""Views of staff accounts."""

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.db.models import Prefetch, Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, View, can, get_visible_or_404, permission_required
from accounts.actions import users as actions
from accounts.filters import UserFilter
from accounts.forms.users import InviteForm, RenameForm
from accounts.freshness import fresh_login_required
from accounts.mails import mail_folder, send_password_link
from accounts.models import Grant, StandIn, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from pages.answers import form_response, pressed
from pages.forms import on_file
from pages.lists import list_page


@permission_required(Permission.USER_READ)
def user_list(request: StaffRequest) -> HttpResponse:
    """All accounts with their roles of today."""
    grants = Grant.objects.in_force(request.user.today()).select_related("office", "team")
    rows = (
        User.objects.visible_to(request.user)
        .select_related("office")
        .prefetch_related(Prefetch("grants", grants, to_attr="grants_shown"))
    )
    return list_page(
        request,
        rows,
        filterset=UserFilter,
        template="accounts/users.html",
        list_title=_("Users"),
        may_change=can(request.user, Permission.USER_CHANGE),
        mail_words=_mail_warning(),
        is_alone=User.objects.count() == 1,
    )


def _mail_warning() -> str:
    """A sentence that says where mails go without a mail server; empty if one is configured."""
    if settings.EMAIL_HOST:
        return ""
    if settings.MAIL_LIES_IN_FOLDER:
        sentence = _("No mail leaves here: links lie as files in the folder %(folder)s.")
        return sentence % {"folder": mail_folder()}
    return _("No mail server is configured: whoever is invited gets no link. Tell whoever runs it.")


@permission_required(Permission.USER_READ)
def user(request: StaffRequest, pk: UUID) -> HttpResponse:
    """One account with its current, former and waiting roles."""
    person = get_visible_or_404(request, User, pk, Permission.USER_READ, "office")
    today = request.user.today()
    rows = [
        {"grant": grant, "role": ROLES[grant.role], "is_over": grant.is_over(today)}
        for grant in Grant.objects.visible_to(request.user)
        .filter(user=person)
        .select_related("office", "team", "granted_by", "approved_by", "refused_by")
    ]
    grants = sorted(rows, key=lambda each: each["is_over"])
    return render(
        request,
        "accounts/user.html",
        {
            "person": person,
            "grants": grants,
            "stand_ins": StandIn.objects.visible_to(request.user, Permission.USER_READ)
            .ahead(today)
            .filter(Q(user=person) | Q(deputy=person)),
            "today": today,
            "may_change": can(request.user, Permission.USER_CHANGE, about=person),
            "may_grant": can(request.user, Permission.GRANT_CHANGE) and person != request.user,
        },
    )


def _mail_link(request: StaffRequest, person: User, *, template: str) -> None:
    """Mails the link to set a password, and reports the outcome."""
    if not settings.EMAIL_HOST and not settings.MAIL_LIES_IN_FOLDER:
        messages.error(
            request,
            _("No mail server is configured, so no link was sent. Tell whoever runs Amparo."),
        )
    elif not send_password_link(person, template=template):
        messages.error(request, _("The mail could not be sent. Send the link again later."))
    elif settings.MAIL_LIES_IN_FOLDER:
        messages.warning(
            request,
            _("No mail server is configured: the mail with the link lies in the folder %(folder)s.")
            % {"folder": mail_folder()},
        )
    else:
        messages.success(request, _("A link to set the password is on its way by mail."))


@permission_required(Permission.USER_CHANGE)
@fresh_login_required
def invite(request: StaffRequest) -> HttpResponse:
    """Creates the account and mails a link; roles come next."""
    form = InviteForm(
        request.POST or None,
        initial={"office": request.user.office_id, "language": request.user.language},
    )
    if form.is_valid() and form.does(actions.invite_user, by=request.user):
        _mail_link(request, form.result, template="account/email/invitation")
        return redirect("user", pk=form.result.pk)
    return render(request, "accounts/invite.html", {"form": form})


@permission_required(Permission.USER_CHANGE)
def rename(request: StaffRequest, pk: UUID) -> HttpResponse:
    """Corrects name and title. A mistyped e-mail address needs a new account, because the link was sent there."""
    person = get_visible_or_404(request, User, pk, Permission.USER_CHANGE)
    return form_response(
        request,
        RenameForm(request.POST or None, initial=on_file(RenameForm, person)),
        actions.rename_user,
        person,
        title=_("Correct name or title"),
        lead=_(
            "An address that was mistyped is not put right: the link went there. Disable the account and "
            "invite the person anew."
        ),
        done=_("The change is saved."),
        back=reverse("user", args=[pk]),
    )


def _button_view(action: Callable[..., User], done: Promise) -> View:
    """Makes the view of a button on the page of an account."""

    @permission_required(Permission.USER_CHANGE)
    @require_POST
    @fresh_login_required
    def press(request: StaffRequest, pk: UUID) -> HttpResponse:
        person = get_visible_or_404(request, User, pk, Permission.USER_CHANGE)
        pressed(request, action, person, done=done)
        return redirect("user", pk=pk)

    return press


disable = _button_view(actions.disable_user, gettext_lazy("The account is disabled."))
enable = _button_view(actions.enable_user, gettext_lazy("The account may log in again."))
reset_second_factor = _button_view(
    actions.reset_second_factor, gettext_lazy("A new second factor is set up at log-in.")
)


@permission_required(Permission.USER_CHANGE)
@require_POST
@fresh_login_required
def reset_password(request: StaffRequest, pk: UUID) -> HttpResponse:
    person = get_visible_or_404(request, User, pk, Permission.USER_CHANGE)
    done = _("The old password no longer works.")
    if pressed(request, actions.reset_password, person, done=done):
        person.refresh_from_db()
        _mail_link(request, person, template="account/email/password_reset_key")
    return redirect("user", pk=pk)
