/**
 * `--wait`: until nothing else is measured on this machine. Ctrl-C ends the command as it does any other: nothing has been started yet. A
 * command that listens for it already passes the signal it makes of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { wordSaid } from '../../shared/format/word-said.ts';
import { fail, type Outcome } from '../../shared/model/failure.ts';
import { say, sayBoth } from '../../shared/words/said.ts';
import { text } from '../../shared/words/words.ts';
import { describeBusy, findHolder } from '../engine/machine/machine-lock.ts';
import { breakable } from './print/format.ts';
import { type ProgressScreen, progressOn } from './terminal.ts';

const LOOK_EVERY_MS = 500;
/** Into a file one line now and then is enough; a terminal has one line that is redrawn. */
const LINE_EVERY_MS = 30_000;

/** Starts something that needs the machine for itself; with `wait`, as soon as it has it. */
export async function startInTurn<T>(wait: boolean, start: () => Promise<Outcome<T>>, signal?: AbortSignal): Promise<Outcome<T>> {
  const out = progressOn();
  for (;;) {
    if (signal?.aborted) return fail('stopped', say('machine.stoppedWaiting'));
    const started = await start();
    if (started.ok || started.failure.code !== 'busy') return started;
    const { failure } = started;
    if (!wait) return { ok: false, failure: { ...failure, hint: sayBoth(failure.hint, say('machine.waitFlag')) } };
    // Again and again: somebody else who waits may be quicker.
    await untilFree(out, signal);
  }
}

async function untilFree(out: ProgressScreen, signal?: AbortSignal): Promise<void> {
  let told = Number.NEGATIVE_INFINITY;
  for (let holder = findHolder(); holder !== null && !signal?.aborted; holder = findHolder()) {
    const line = text('terminal.waiting', { message: breakable(wordSaid(describeBusy(holder).says)) });
    if (out.isTerminal) out.redraw(line);
    else if (performance.now() - told >= LINE_EVERY_MS) {
      told = performance.now();
      out.line(line);
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  if (out.isTerminal) out.redraw('');
}
