"""Settings for nbgrader: exercises are handed out with dots in them, so that notebooks run."""

if "get_config" in globals():  # as nbgrader reads it; nothing happens on a mere import
    c = get_config()  # type: ignore[name-defined]  # noqa: F821
    c.ClearSolutions.code_stub = {"python": "..."}
