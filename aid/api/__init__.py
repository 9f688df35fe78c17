"""The API of aid: read only, with the filters and the sight of the pages."""
