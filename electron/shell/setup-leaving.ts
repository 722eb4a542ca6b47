import { app } from 'electron';
import type { Desktop } from './desktop.ts';
import type { EngineHost } from './engine-host.ts';
import { Leaving } from './leaving.ts';
import { confirmLeaving } from './messages.ts';

/** Closing, quitting and signals, each by the same way out. */
export function setupLeaving(desktop: Desktop, engine: EngineHost): Leaving {
  const leaving = new Leaving({
    app,
    isRunning: () => engine.running.length > 0,
    confirm: () => confirmLeaving(desktop),
    closeEngine: () => engine.close(),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.leaveNow());
  return leaving;
}
