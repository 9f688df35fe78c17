"""Amparo's settings. Everything that differs between machines comes from the environment."""

from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import debugging, environment
from config.logging import LOGGING as LOGGING
from config.menu import *  # noqa: F403 - a list here is a setting by being there

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environment.text("AMPARO_VAR", str(BASE_DIR / "var")))

# Defaults to production's rules, which are the strictest. `make run` sets "demonstration".
MODE = environment.one_of("AMPARO_MODE", ("production", "demonstration"), default="production")
IS_PRODUCTION = MODE == "production"
# The demonstration has invented people, unless it is started empty.
INVENTS_PEOPLE = not IS_PRODUCTION and not environment.flag("AMPARO_EMPTY", default=False)
DEBUG = environment.flag("AMPARO_DEBUG", default=False)  # `make dev` says yes.
SECRET_KEY = environment.text("AMPARO_SECRET_KEY")
MASTER_KEY = environment.text("AMPARO_MASTER_KEY")
# Newest first; only until `manage.py vault rotate` has wrapped every key with the new one.
OLD_MASTER_KEYS = environment.words("AMPARO_MASTER_KEYS_OLD", "")
ALLOWED_HOSTS = environment.words("AMPARO_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("AMPARO_ORIGINS")
if DEBUG:
    bind = environment.text("AMPARO_BIND", "127.0.0.1:8000")
    debugging.refuse_outside_demonstration(mode=MODE, hosts=ALLOWED_HOSTS, bind=bind)
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.forms",
    "pgtrigger",
    "pghistory",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "vault",
    "pages",
    "accounts",
    "guide",
    "reference",
    "partners",
    "casework",
    "imports",
    "shelters",
    "asylum",
    "aid",
    "worklist",
    "reporting",
    "seeds",
    "config",
]

# Our catalogues come first, so that they also translate texts of other apps ("All", "Cancel").
LOCALE_PATHS = [
    BASE_DIR / app / "locale" for app in INSTALLED_APPS[INSTALLED_APPS.index("vault") :]
]

MIDDLEWARE = [
    "pages.middleware.redirect_in_header",
    "vault.middleware.remember_keys",
    "worklist.projection.middleware.CatchUpAfterChanges",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.tell_that_session_ended",
    "accounts.devices.set_device_cookie",
    "accounts.middleware.record_damaged_values",
    "accounts.middleware.cache_permissions_while_reading",
    "accounts.middleware.fetch_user",
    "accounts.middleware.ExtendSession",
    "accounts.middleware.ActivateUserLanguage",
    "accounts.middleware.RequireSecondFactor",
    "pages.resubmission.give_submission_back",
    "django_htmx.middleware.HtmxMiddleware",
    "pages.middleware.RedirectLowerCaseNumbers",
    "casework.merges.middleware.FollowMergedNumbers",
    "pages.middleware.ReportPostToMergedRecord",
]
if DEBUG:
    MIDDLEWARE.insert(0, "config.debugging.only_from_this_machine")

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["pages.templatetags.addresses", "pages.templatetags.forms_of"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.session_times",
                "pages.context.frame_context",
            ],
        },
    },
]
FORM_RENDERER = "pages.rendering.Renderer"

# Two roles on one database: "default" is the application (no DDL; only insert and select on audit and history), "owner"
# migrates. See docs/decisions/. Most of a page's database time is planning. The application's connections plan a
# statement once, on its second execution and for any values, and live long enough for that to pay.
# `pages.questions.planned_anew` is for statements whose best plan depends on the values.
DATABASES = {
    "default": environment.database(
        "DATABASE_URL",
        server_side_binding=True,
        prepare_threshold=1,
        options="-c plan_cache_mode=force_generic_plan",
    ),
    "owner": environment.database("DATABASE_OWNER_URL"),
}
DATABASES["default"] |= {
    "CONN_MAX_AGE": 30 * 60,
    "CONN_HEALTH_CHECKS": True,
    "TEST": {"MIRROR": "owner"},
}
DATABASES["owner"] |= {"TEST": {"DEPENDENCIES": []}}
DATABASE_ROUTERS = ["config.routers.OwnerMigrates"]

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.StaffBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 15},
    },
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email", "full_name"]},
    },
    {"NAME": "accounts.passwords.NotGuessable"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.account.PlainLoginForm",
    "reset_password": "accounts.forms.account.ForgottenPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]  # Also makes log-in ask for a password.
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if IS_PRODUCTION else "http"
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_RATE_LIMITS = {
    # A browser that has logged in to the account before, counted separately.
    "login_failed_known": "5/300s/key",
    # Unknown browsers: per IP address, per account and IP address, and per account in total.
    "login_failed": "20/m/ip,5/300s/key",
    "login_failed_everywhere": "100/d/key",
}
MFA_ADAPTER = "accounts.adapters.SecondFactorAdapter"
MFA_FORMS = {"authenticate": "accounts.forms.second_factor.SecondFactorForm"}
MFA_REQUIRED = IS_PRODUCTION
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # Administrators enter the addresses; there is no sign-up.
MFA_RECOVERY_CODES_SHOW_ONCE = True
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 30 * 60
SESSION_LONGEST_SECONDS = 10 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Spanish")), ("en", _("English"))]
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = IS_PRODUCTION
TIME_ZONE = "America/Bogota"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = Path(environment.text("AMPARO_STATIC", str(VAR_DIR / "static")))
STATICFILES_FINDERS = [
    "pages.stylesheet.StylesheetFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
MEDIA_ROOT = VAR_DIR / "media"
# Uploads stay in memory, because a temporary file would be unencrypted on disk. This is the limit for all files of one
# request: ten photos of a good phone. Each of eight threads may use as much, on a machine with 4 GB.
FILE_UPLOAD_HANDLERS = ["pages.uploads.InMemoryOrTooLarge"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 100 * 1024 * 1024
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "camera": [],
    "geolocation": [],
    "microphone": [],
    "payment": [],
    "usb": [],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
# With "no-referrer" browsers send "Origin: null" and every form is refused. This setting tells other sites nothing.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# With this prefix a browser only accepts a cookie over TLS, and from exactly this host.
_HOST = "__Host-" if IS_PRODUCTION else ""
SESSION_COOKIE_NAME = f"{_HOST}sessionid"
CSRF_COOKIE_NAME = f"{_HOST}csrftoken"
LANGUAGE_COOKIE_NAME = f"{_HOST}django_language"
DEVICE_COOKIE_NAME = f"{_HOST}device"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "accounts.views.session.form_expired"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = IS_PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if IS_PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = IS_PRODUCTION
if environment.flag("AMPARO_BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # Throttles count by the client's address, which the one proxy in front appends.
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

CACHES = {
    # Pages work without the broker: throttles and used one-time codes are in PostgreSQL.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        # The default of 300 would drop throttles and the tokens of submitted forms.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    # Parts of every page that are the same for all users of a role and language, cached in each process. Contains
    # nothing about a person.
    "template_fragments": {
        "BACKEND": f"django.core.cache.backends.{'dummy.DummyCache' if DEBUG else 'locmem.LocMemCache'}",
        "LOCATION": "frame",
    },
}

# The public URL, for links in mails and on slips. config/checks.py says what production needs.
PUBLIC_URL = environment.text("AMPARO_URL", "http://localhost:8000").rstrip("/")
# Funders audit years later: the files of a table stay available this long.
DAYS_TABLES_ARE_KEPT = 366 * int(environment.text("AMPARO_YEARS_OF_TABLES", "10"))
# Whether public statements of one person may be stored as evidence about a renunciation; those about groups always may.
KEEPS_PUBLIC_STATEMENTS = environment.flag("AMPARO_PUBLIC_STATEMENTS", default=True)
# Local hours in which mail about notices is sent, from the first until before the last, unless an office set others.
MAIL_HOURS = (7, 19)
# The days on which it is sent, 1 for Monday to 7 for Sunday; 8 stands for public holidays. An office may set others.
MAIL_DAYS = (1, 2, 3, 4, 5)
EMAIL_HOST = environment.text("AMPARO_MAIL_HOST", "")
EMAIL_PORT = int(environment.text("AMPARO_MAIL_PORT", "587"))
EMAIL_HOST_USER = environment.text("AMPARO_MAIL_USER", "")
EMAIL_HOST_PASSWORD = environment.text("AMPARO_MAIL_PASSWORD", "")
EMAIL_USE_TLS = environment.flag("AMPARO_MAIL_TLS", default=True)
# Without a mail server a demonstration writes mail to a folder. Links to set a password are readable there, so in
# production mail is sent or fails.
MAIL_LIES_IN_FOLDER = not EMAIL_HOST and not IS_PRODUCTION
EMAIL_BACKEND = (
    f"django.core.mail.backends.{'filebased' if MAIL_LIES_IN_FOLDER else 'smtp'}.EmailBackend"
)
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.text("AMPARO_MAIL_FROM", "Amparo <amparo@localhost>")

CELERY_BROKER_URL = environment.text("REDIS_URL")
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_ACKS_LATE = True
# With acks_late alone, the tasks of a killed pool child are lost.
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = TIME_ZONE

REST_FRAMEWORK = {
    # The first class sets the WWW-Authenticate header, so that anonymous requests get 401.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    # Counted in the shared cache. A program that requests everything has to wait; a person never notices.
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.UserRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {"user": "240/min"},
    "DEFAULT_SCHEMA_CLASS": "accounts.api.Schema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Amparo",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "SiteKindEnum": "shelters.choices.SiteKind.choices",
        "ActorEnum": "casework.home.choices.Actor.choices",
        "RelationEnum": "casework.register.choices.Relation.choices",
        "YesNoEnum": "casework.register.choices.YesNo.choices",
        "AidKindEnum": "aid.choices.AidKind.choices",
    },
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=90), "AUTO_REFRESH": False}

# Must pass before this machine serves requests; each returns (name, ok, sentence).
READINESS_CHECKS = [
    "config.health.database",
    "config.health.migrations",
    "config.health.broker",
    "config.health.mail",
    "worklist.scheduler.readiness.clock",
    "vault.checks.vault_readiness",
    "vault.checks.damage_readiness",
    "config.health.backups",
]
