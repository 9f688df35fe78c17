"""The API of aid: read only, with the filters and the visibility of the pages."""
