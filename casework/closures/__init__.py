"""What in casework itself keeps a case open; settings.CASE_CLOSURE_BLOCKERS names each."""
