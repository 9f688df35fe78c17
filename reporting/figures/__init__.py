"""What is counted, each figure in one definition that every page and table uses."""
