"""What programs may read of reporting."""
