// Starts the game as soon as its notebook is open, so that nobody has to know how to run a cell.
// Only `make play` loads this (see play_config.py); it needs no build.
(() => {
  const NOTEBOOK = "00-play.ipynb";
  const later = (ms) => new Promise((done) => setTimeout(done, ms));

  async function opened(app) {
    for (let tries = 0; tries < 300; tries += 1) {
      const found = app.shell.currentWidget;
      if (found?.context && found.sessionContext) return found;
      await later(100);
    }
    return null;
  }

  // A page that was reloaded shows its game again by itself: running it once more would open a second one.
  async function played(panel) {
    const shown = panel.content.widgets.some((cell) => cell.model.outputs?.length);
    const question = { code: "", silent: true, store_history: false };
    const reply = await panel.sessionContext.session.kernel.requestExecute(question).done;
    return shown && reply.content.execution_count > 0;
  }

  async function start(app) {
    const panel = await opened(app);
    if (!panel?.context.path.endsWith(NOTEBOOK)) return;
    await panel.context.ready;
    await panel.sessionContext.ready;
    if (!(await played(panel))) await app.commands.execute("notebook:run-all-cells");
  }

  const plugin = {
    id: "risknb-start:plugin",
    autoStart: true,
    activate: (app) => {
      app.restored.then(() => start(app)).catch((problem) => console.error("risknb-start", problem));
    },
  };

  // What JupyterLab asks of an extension: a container that hands out its one module.
  window._JUPYTERLAB = window._JUPYTERLAB ?? {};
  window._JUPYTERLAB["risknb-start"] = {
    init: () => {},
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
