"""Countries where people come from, go to, or have somebody, by ISO 3166-1."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Country(models.TextChoices):
    """The likely ones; ZZ is ISO's code for a country that is none of these or not known."""

    VENEZUELA = "VE", _("Venezuela")
    COLOMBIA = "CO", _("Colombia")
    ARGENTINA = "AR", _("Argentina")
    ARUBA = "AW", _("Aruba")
    BOLIVIA = "BO", _("Bolivia")
    BRAZIL = "BR", _("Brazil")
    CANADA = "CA", _("Canada")
    CHILE = "CL", _("Chile")
    COSTA_RICA = "CR", _("Costa Rica")
    CURACAO = "CW", _("Curaçao")
    DOMINICAN_REPUBLIC = "DO", _("Dominican Republic")
    ECUADOR = "EC", _("Ecuador")
    FRANCE = "FR", _("France")
    GERMANY = "DE", _("Germany")
    ITALY = "IT", _("Italy")
    MEXICO = "MX", _("Mexico")
    PANAMA = "PA", _("Panama")
    PARAGUAY = "PY", _("Paraguay")
    PERU = "PE", _("Peru")
    PORTUGAL = "PT", _("Portugal")
    SPAIN = "ES", _("Spain")
    TRINIDAD = "TT", _("Trinidad and Tobago")
    UNITED_STATES = "US", _("United States")
    URUGUAY = "UY", _("Uruguay")
    OTHER = "ZZ", _("Another country, or not known")
