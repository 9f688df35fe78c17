"""Tables that were made for funders."""

from reporting.models.funder_table import FunderTable

__all__ = ["FunderTable"]
