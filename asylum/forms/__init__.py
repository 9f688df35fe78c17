"""Forms that check input before an action decides."""
