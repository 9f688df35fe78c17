"""Names of browser and system, by which users recognise their own log-ins. The full user agent is not stored."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_words(user_agent: str) -> str:
    """Browser and system, such as "Firefox · Android"; empty for an unknown user agent."""
    names = [
        next((name for mark, name in patterns if mark in user_agent), "")
        for patterns in (BROWSERS, SYSTEMS)
    ]
    return " · ".join(name for name in names if name)
