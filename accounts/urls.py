"""URLs of log-in, the own account and staff accounts.

Only some of allauth's views have a URL: there is no sign-up and no change of the e-mail address.
"""

from allauth.account import views as allauth
from allauth.mfa.base import views as second_factor
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.urls import path, re_path

from accounts.access import permission_required, public
from accounts.permissions import Permission
from accounts.views import (
    account,
    first_start,
    grants,
    offices,
    roles,
    saved_views,
    session,
    stand_ins,
    users,
)
from accounts.views import tokens as api_tokens
from accounts.views.second_factor import needs_second_factor, second_factor_image

own = permission_required(Permission.ACCOUNT_CHANGE)

log_in = [
    path("account/login/", public(first_start.login), name="account_login"),
    path("account/logout/", public(allauth.logout), name="account_logout"),
    path("account/reauthenticate/", own(allauth.reauthenticate), name="account_reauthenticate"),
    path("account/password/change/", own(allauth.password_change), name="account_change_password"),
    path("account/password/reset/", public(allauth.password_reset), name="account_reset_password"),
    path(
        "account/password/reset/done/",
        public(allauth.password_reset_done),
        name="account_reset_password_done",
    ),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        public(allauth.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/reset/key/done/",
        public(allauth.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
]
mfa = [
    path("account/second-factor/", own(second_factor.index), name="mfa_index"),
    path(
        "account/second-factor/code/", public(second_factor.authenticate), name="mfa_authenticate"
    ),
    path(
        "account/second-factor/again/", own(second_factor.reauthenticate), name="mfa_reauthenticate"
    ),
    path("account/second-factor/set-up/", own(totp.activate_totp), name="mfa_activate_totp"),
    path("account/second-factor/image.svg", second_factor_image, name="second-factor-image"),
    path(
        "account/second-factor/end/",
        own(needs_second_factor(totp.deactivate_totp)),
        name="mfa_deactivate_totp",
    ),
    path(
        "account/recovery-codes/",
        own(needs_second_factor(recovery_codes.view_recovery_codes)),
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/recovery-codes/new/",
        own(needs_second_factor(recovery_codes.generate_recovery_codes)),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/recovery-codes/file/",
        own(needs_second_factor(recovery_codes.download_recovery_codes)),
        name="mfa_download_recovery_codes",
    ),
]
own_account = [
    path("account/", account.account, name="account"),
    path("account/language/", account.change_language, name="account-language"),
    path("account/title/", account.change_title, name="account-title"),
    path("account/keys/", account.change_shortcuts, name="account-keys"),
    path("account/sessions/end/", account.end_other_sessions, name="session-end-others"),
    path("account/session/extend/", session.extend, name="session-extend"),
    path("account/views/save/", saved_views.view_save, name="view-save"),
    path("account/views/<uuid:pk>/forget/", saved_views.view_forget, name="view-forget"),
    path("account/stand-ins/name/", stand_ins.name, name="stand-in-name"),
    path("account/stand-ins/<uuid:pk>/end/", stand_ins.end, name="stand-in-end"),
    path("quick-exit/", session.quick_exit, name="quick-exit"),
    path("account/tokens/", api_tokens.tokens, name="token-list"),
    path("account/tokens/new/", api_tokens.create, name="token-create"),
    path("account/tokens/<str:key>/revoke/", api_tokens.revoke, name="token-revoke"),
]
staff = [
    path("first-start/", first_start.first_start, name="first-start"),
    path("users/", users.user_list, name="user-list"),
    path("users/invite/", users.invite, name="user-invite"),
    path("users/<uuid:pk>/", users.user, name="user"),
    path("users/<uuid:pk>/name/", users.rename, name="user-rename"),
    path("users/<uuid:pk>/disable/", users.disable, name="user-disable"),
    path("users/<uuid:pk>/enable/", users.enable, name="user-enable"),
    path("users/<uuid:pk>/reset-password/", users.reset_password, name="user-reset-password"),
    path(
        "users/<uuid:pk>/reset-second-factor/",
        users.reset_second_factor,
        name="user-reset-second-factor",
    ),
    path("users/<uuid:pk>/roles/give/", grants.give, name="grant-give"),
    path("grants/", grants.waiting, name="grant-list"),
    path("grants/<uuid:pk>/end/", grants.end, name="grant-end"),
    path("grants/<uuid:pk>/approve/", grants.approve, name="grant-approve"),
    path("grants/<uuid:pk>/refuse/", grants.refuse, name="grant-refuse"),
    path("roles/", roles.role_list, name="role-list"),
    path("offices/", offices.office_list, name="office-list"),
    path("offices/open/", offices.open_office, name="office-open"),
    path("offices/<uuid:pk>/", offices.change_office, name="office-change"),
    path("offices/<uuid:pk>/letterhead/", offices.change_letterhead, name="letterhead-change"),
    path("offices/<uuid:pk>/mail/", offices.change_mail_times, name="mail-times-change"),
    path("teams/<uuid:pk>/", offices.change_team, name="team-change"),
    path("offices/<uuid:pk>/teams/open/", offices.open_team, name="team-open"),
]
urlpatterns = log_in + mfa + own_account + staff
