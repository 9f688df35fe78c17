"""Actions about names, papers of identity, languages, anonymity, contacts abroad and plans to travel on."""
