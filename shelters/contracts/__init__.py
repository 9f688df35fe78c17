"""What is agreed and paid for a site: contracts, payments, bills, notices to leave, bed-nights."""
