"""Children without an adult of their family: seen at once, told to the authority, cared for, signed for."""
