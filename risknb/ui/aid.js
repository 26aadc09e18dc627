// What ipycanvas and ipywidgets cannot do from Python: keep keys inside the game, let Tab and the
// wheel through, name the map for screen readers, and report size, theme and motion.

const MAP = "canvas.rk-map";
const HOT = /^([a-z0-9?]|Escape)$/i;
const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]";

function isMap(target) {
  return target instanceof Element && target.matches(MAP);
}

/** Move a slider by keyboard: its own key listener sits below the shield. */
function slide(handle, key) {
  const slider = handle.closest(".noUi-target")?.noUiSlider;
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[key];
  if (!slider) return false;
  const { min, max } = slider.options.range;
  const low = Array.isArray(min) ? min[0] : min, high = Array.isArray(max) ? max[0] : max;
  const now = Number(slider.get(true));
  if (key === "Home") slider.set(low);
  else if (key === "End") slider.set(high);
  else if (step) slider.set(Math.min(high, Math.max(low, now + step * (slider.options.step || 1))));
  else return false;
  return true;
}

function shieldKeys(root, model) {
  return (event) => {
    const at = event.target;
    if (!(at instanceof Element) || !root.contains(at)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
    if (/^F\d+$/.test(event.key)) return;
    event.stopPropagation(); // Notebook 7 listens in the capture phase: only the window is earlier
    if (at.matches(".noUi-handle")) {
      if (slide(at, event.key)) { event.preventDefault(); return; }
    } else if (at.matches(TYPING)) {
      if (event.key === "Enter") at.closest(".rk-enter")?.querySelector("button.mod-primary")?.click();
      return;
    }
    const send = () => {
      event.preventDefault();
      model.send({ type: "key", key: event.key, map: isMap(at), repeat: event.repeat });
    };
    const held = event.repeat && !/^Arrow/.test(event.key); // a key held down is one wish, but for walking
    if (isMap(at)) {
      if (held) event.preventDefault();
      else if (!/^(Shift|Control|Alt|Meta|CapsLock)$/.test(event.key)) send();
    }
    else if (HOT.test(event.key) && !event.repeat) send();
  };
}

/** A flood of mouse moves would delay the next click: send the newest, a few times a second. */
function calmMoves(model) {
  let sent = 0, timer = null;
  const left = () => clearTimeout(timer); // a late move would bring the pointer back
  const moved = (event) => {
    if (!isMap(event.target) || event.rkCalm) return;
    const every = model.get("move_ms"), now = performance.now();
    clearTimeout(timer);
    if (now - sent >= every) { sent = now; return; }
    event.stopPropagation();
    timer = setTimeout(() => {
      sent = performance.now();
      const again = new MouseEvent("mousemove", event);
      again.rkCalm = true;
      event.target.dispatchEvent(again);
    }, every);
  };
  return { moved, left };
}

function start(root, model, undo) {
  const on = (target, kind, act, options = true) => {
    target.addEventListener(kind, act, options);
    undo.push(() => target.removeEventListener(kind, act, options));
  };
  const map = () => root.querySelector(MAP);
  const dress = () => {
    const canvas = map();
    if (!canvas) return;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", model.get("label"));
    canvas.setAttribute("tabindex", "0");
  };
  on(window, "keydown", shieldKeys(root, model));
  // ipycanvas swallows every key, Tab and F5 too: whatever passed the shield stops before it.
  on(root, "keydown", (e) => { if (isMap(e.target)) e.stopPropagation(); });
  const calm = calmMoves(model);
  on(root, "mousemove", calm.moved);
  on(root, "mouseout", calm.left);
  on(root, "wheel", (e) => { if (isMap(e.target)) e.stopPropagation(); }, { capture: true, passive: true });
  // ipycanvas would swallow every touch, so that the page could not be scrolled; a tap still clicks.
  for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"])
    on(root, kind, (e) => { if (isMap(e.target)) e.stopPropagation(); }, { capture: true, passive: true });
  on(root, "mousedown", (e) => {
    if (!isMap(e.target)) return;
    e.target.focus({ preventScroll: true });
    const again = e.detail > 1 && !model.get("each_click"); // a double click is one move
    if (again || e.button !== 0) e.stopPropagation();
  });
  on(root, "click", (e) => {
    const button = e.target instanceof Element && e.target.closest("button");
    if (button && e.detail > 1 && button.classList.contains("rk-once")) {
      e.stopImmediatePropagation(); e.preventDefault(); return;
    }
    const act = e.target instanceof Element && e.target.closest("[data-rk]");
    if (!act) return;
    model.send({ type: "act", act: act.dataset.rk });
    if (act.dataset.rk.startsWith("moment:")) bringBack(root);
  });
  keepFocus(root, map, on);
  root.classList.add("rk-awake"); // keys and double clicks are looked after from now on
  report(root, model, dress, undo);
  const label = () => dress();
  model.on("change:label", label);
  undo.push(() => model.off("change:label", label));
  const focus = (message) => {
    if (message.focus) focusSoon(root, message);
    if (message.top) root.scrollIntoView({ block: "start" });
  };
  model.on("msg:custom", focus);
  undo.push(() => model.off("msg:custom", focus));
}

/** Focus an element, which may still be on its way. */
function focusSoon(root, message, tries = 40) {
  setTimeout(() => {
    const found = root.querySelector(message.focus);
    if (found) found.focus({ preventScroll: true });
    else if (tries) focusSoon(root, { ...message, after: 50 }, tries - 1);
  }, message.after || 0);
}

/** A line of the story shows its moment on the map: the map comes back where it was scrolled away. */
function bringBack(root) {
  const map = root.querySelector(".rk-map-box"), box = map?.getBoundingClientRect();
  if (box && box.top + box.height / 2 < 60) map.scrollIntoView({ block: "start" });
}

/** A button that goes away must not take the keyboard with it: the map gets it. */
function keepFocus(root, map, on) {
  let inside = false;
  on(document, "pointerdown", (e) => { inside = root.contains(e.target); root.classList.remove("rk-keys"); });
  on(window, "keydown", () => root.classList.add("rk-keys"));
  on(root, "focusin", () => { inside = true; });
  on(root, "focusout", () => setTimeout(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (inside && lost && document.hasFocus()) map()?.focus({ preventScroll: true });
  }, 30));
}

function report(root, model, dress, undo) {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let timer = null;
  const tell = () => {
    dress();
    const canvas = root.querySelector(MAP), body = document.body;
    const dark = body.dataset.jpThemeLight === "false" ||
      (body.dataset.jpThemeLight === undefined && body.classList.contains("theme-dark"));
    root.classList.toggle("rk-dark", dark);
    const box = canvas?.getBoundingClientRect();
    model.set({
      dark, still: still.matches, density: window.devicePixelRatio || 1, attached: true,
      map_width: box ? Math.round(box.width) : 0, width: Math.round(root.getBoundingClientRect().width),
    });
    model.save_changes();
  };
  const soon = () => { clearTimeout(timer); timer = setTimeout(tell, 60); };
  const sizes = new ResizeObserver(soon);
  sizes.observe(root);
  const theme = new MutationObserver(soon);
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
  let watched = null;
  const watch = () => {
    const canvas = root.querySelector(MAP);
    if (canvas === watched) return;
    if (watched) sizes.unobserve(watched);
    if (canvas) sizes.observe(canvas);
    watched = canvas;
    soon();
  };
  // Where ipycanvas is not installed in the page an error stands in the map's place: Python then draws a picture.
  const look = () => {
    if (model.get("bare") || !root.querySelector(".rk-map-box .jupyter-widgets-error-widget")) return;
    model.set("bare", true);
    model.save_changes();
  };
  const canvases = new MutationObserver(() => { watch(); look(); });
  canvases.observe(root, { childList: true, subtree: true });
  watch();
  look();
  still.addEventListener("change", soon);
  undo.push(() => {
    sizes.disconnect(); theme.disconnect(); canvases.disconnect(); clearTimeout(timer);
    still.removeEventListener("change", soon);
  });
  tell();
}

function render({ model, el }) {
  const undo = [];
  let waiting = null;
  el.style.display = "none";
  const attach = () => {
    const root = el.closest(".rk-app");
    if (root) start(root, model, undo);
    else waiting = setTimeout(attach, 40);
  };
  attach();
  return () => { clearTimeout(waiting); for (const act of undo) act(); };
}

export default { render };
