"""Confidential accounts: written once by the person who heard them, read by the few who are named."""
