"""Tables of permits and renunciations."""
