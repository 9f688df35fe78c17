"""Measures that an authority imposed on a former fighter and reviews: observations, separations and restrictions."""
