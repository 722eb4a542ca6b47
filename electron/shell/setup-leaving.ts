import { app } from 'electron';
import type { Desktop } from './desktop.ts';
import type { EngineHost } from './engine-host.ts';
import { startOptions } from './given-files.ts';
import { Leaving } from './leaving.ts';
import { confirmLeaving } from './messages.ts';

/** Closing, quitting and signals, each by the same way out. */
export function setupLeaving(desktop: Desktop, engine: EngineHost): Leaving {
  const leaving = new Leaving({
    app,
    isRunning: () => engine.running.length > 0,
    confirm: () => confirmLeaving(desktop),
    closeEngine: () => engine.close(),
    startAgain: (files) => app.relaunch(startOptions(process.argv, process.env, files)),
  });
  // Not before it is ready: until then Chromium puts handlers of its own in the place of these, which would ask about a run.
  void app.whenReady().then(() => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.leaveNow());
  });
  return leaving;
}
