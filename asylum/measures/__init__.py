"""What an authority imposed on a former fighter."""
