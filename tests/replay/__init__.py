"""The spring of 2019 played through the pages of the product, day by day, and the table of what was said in time."""
