"""The first steps of a new Amparo: what has to be there before the first arrival, who does it, and who did.

Each is computed from what is on file wherever something is: a tick that nobody can trust is worse than none. Three
things happen where Amparo cannot look (a mail arrived, a backup came back, the master key lies elsewhere); of these
somebody says so, with name and day. What was said of one mail server or one master key is not said of the next."""
