"""Tests, one folder per app. They run as the application's database role, never as the owner."""
