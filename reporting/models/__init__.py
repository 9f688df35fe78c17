"""Tables that were made for funders, and lists with names for partners."""

from reporting.models.funder_table import FunderTable
from reporting.models.named_list import NamedList, NamedListLine

__all__ = ["FunderTable", "NamedList", "NamedListLine"]
