"""Which metrics and labels an expression of PromQL reads."""

import re

# Words of the language that stand where a name could.
_WORDS = {"and", "or", "unless", "by", "without", "on", "ignoring", "group_left", "group_right",
          "bool", "offset", "inf", "nan"}
_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_GROUPING = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)")
_MATCHERS = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)?\s*\{([^}]*)\}")
_LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)\s*(?:=~|!~|!=|=)\s*"')


def metrics(expression: str) -> set[str]:
    """Names of all metrics, as they stand: `_bucket` and the like stay."""
    text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', expression)
    text = _GROUPING.sub(" ", text)
    text = re.sub(r"\{[^}]*\}", " ", text)
    text = re.sub(r"\[[^\]]*\]", " ", text)
    text = re.sub(r"\$\{?\w+\}?", " ", text)
    text = re.sub(r"\b\d[\w.]*", " ", text)
    return {match.group() for match in _NAME.finditer(text)
            if match.group().lower() not in _WORDS
            and not re.match(r"\s*\(", text[match.end():])}


def labels(expression: str) -> dict[str, set[str]]:
    """By metric: the labels that its own matchers name."""
    found: dict[str, set[str]] = {}
    for name, matchers in _MATCHERS.findall(expression):
        found.setdefault(name, set()).update(_LABEL.findall(matchers))
    return found


def grouping_labels(expression: str) -> set[str]:
    """Labels that the expression groups or joins by."""
    return {label.strip() for names in _GROUPING.findall(expression)
            for label in names.split(",") if label.strip()}
