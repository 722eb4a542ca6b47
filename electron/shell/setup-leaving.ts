import { app } from 'electron';
import type { Desktop } from './desktop.ts';
import type { EngineHost } from './engine-host.ts';
import { startOptions } from './given-files.ts';
import { Leaving } from './leaving.ts';
import { confirmLeaving } from './messages.ts';

/** Closing, quitting and signals all take the same path. */
export function setupLeaving(desktop: Desktop, engine: EngineHost): Leaving {
  const leaving = new Leaving({
    app,
    isRunning: () => engine.running.length > 0,
    confirm: () => confirmLeaving(desktop),
    closeEngine: () => engine.close(),
    startAgain: (files) => app.relaunch(startOptions(process.argv, process.env, files)),
  });
  // Only after `ready`: before that, Chromium replaces these handlers with its own, which would ask about a run.
  void app.whenReady().then(() => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leaving.leaveNow());
  });
  return leaving;
}
