/** What asks a command to end: Ctrl-C, SIGTERM, and a terminal that is closed or a connection that is lost (SIGHUP). */
import { text } from '../../shared/words/words.ts';
import { EXIT } from './exit.ts';
import { hasTerminal, tell } from './terminal.ts';

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `listener` for each of them, instead of what the system would do. Returns how to stop listening. */
export function onInterrupt(listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of ENDING) process.on(signal, listener);
  return () => {
    for (const signal of ENDING) process.off(signal, listener);
  };
}

/**
 * Stops at the first, and leaves at once at the second. A terminal that is closed does not ask twice: the shell and the system both send SIGHUP, as
 * systemd does after its SIGTERM.
 */
export function interruptHandler(stop: () => void, words = text('terminal.stoppingRun')): (signal: NodeJS.Signals) => void {
  let times = 0;
  return (signal) => {
    if (signal === 'SIGHUP') process.once('exit', leaveTerminal);
    if (signal === 'SIGHUP' && times > 0) return;
    times += 1;
    // The agents and the load process end the target when this process is gone.
    if (times > 1) process.exit(EXIT.interrupted);
    tell(`\n${words}`);
    stop();
  };
}

/** Node puts a terminal back as it was, and aborts where it is gone: it ends as it would have without us, now that all is saved. */
function leaveTerminal(): void {
  if (!hasTerminal()) return;
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
