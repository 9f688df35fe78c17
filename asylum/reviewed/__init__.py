"""What an authority imposed on one former fighter and looks at again: observations, separations and restrictions."""
