"""The module that Django loads for ENGINE; must define `DatabaseWrapper`."""

from typing import Any

from django.db.backends.postgresql import base

# A user works on a dozen pages with about two hundred different statements. psycopg keeps a hundred by default, and
# would drop most before they are used again. Each takes about 0.2 MB of the database's memory per connection.
PREPARED_AT_MOST = 300


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.prepared_max = PREPARED_AT_MOST
        return connection
