"""Interviews of a claim with the authority: the notice, who interprets, and whether the person was there."""
