"""Keys pressed in a list or on a slider stay there: JupyterLab would take them for its own."""

from __future__ import annotations

from typing import Final

import anywidget

#: What the shield keeps keys inside of.
CARD: Final = "rk-card"


class Shield(anywidget.AnyWidget):
    """An invisible part of a card; without it an arrow would leave the list, and "a" add a cell."""

    _esm = """
export default {
  render({ el }) {
    // Lab leaves keys to elements with this attribute. Going on (Enter), leaving (Escape) and
    // saving (Ctrl) are still Lab's.
    const keys = (event) => {
      const at = event.target;
      if (!el.closest(".rk-card")?.contains(at) || !at.matches("select, .noUi-handle")) return;
      const other = event.ctrlKey || event.metaKey || event.altKey;
      at.toggleAttribute("data-lm-suppress-shortcuts", !other && !/Enter|Escape/.test(event.key));
    };
    window.addEventListener("keydown", keys, true);
    return () => window.removeEventListener("keydown", keys, true);
  },
};
"""
