"""Figures for the office and tables for funders, with small numbers protected."""
