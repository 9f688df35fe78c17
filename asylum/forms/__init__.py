"""The shape of what comes in; then an action decides."""
