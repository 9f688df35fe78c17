"""Rules of imports without database queries: read a file, interpret its rows, find families, faults and doubts."""
