"""What Django calls a database backend: `base.DatabaseWrapper` of the package that settings name as ENGINE."""

from typing import Any

from django.db.backends.postgresql import base

# Somebody works on a dozen pages, which ask some two hundred different statements. psycopg keeps a hundred, and would forget
# most before they come again; each costs the database about a fifth of a megabyte in each connection.
PREPARED_AT_MOST = 300


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.prepared_max = PREPARED_AT_MOST
        return connection
