"""Separation and restrictions: what an authority imposes on a former fighter before the renunciation is verified."""
