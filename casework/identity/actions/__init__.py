"""What somebody does. Names, papers of identity, languages, anonymity, contacts abroad and plans to travel on."""
