/**
 * Whether and where a running process of Node can be inspected. SIGUSR1 makes Node open a port for debuggers on the loopback address; any
 * other program would be ended by it, so that the signal is sent only to a Node that catches it (Linux says so), and
 * only where somebody has agreed to it: a handler of the program's own is caught, too, and would run instead.
 */
import { readFileSync } from 'node:fs';
import type { Milliseconds } from '../../../shared/base/units.ts';
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { listOpenPorts } from './listening-ports.ts';
import { findHolder } from './port-owner.ts';
import { isNode } from './process-title.ts';

export const LOOPBACK = '127.0.0.1';
const USUAL_PORT = 9229;
const SIGUSR1_BIT = 1n << 9n;
/** It takes some 20 ms, also while the main thread is blocked. */
const OPEN_WITHIN_MS: Milliseconds = 2_000;
const LOOK_EVERY_MS: Milliseconds = 10;

/** How long an inspector that was told to close may take: it closes at once, or after `AWAY_AFTER_MS`. */
const CLOSE_WITHIN_MS: Milliseconds = 2_000;
/** A process that reads the command late has seen by then that we have gone, also on a busy machine: that takes it less than 1 ms. */
const AWAY_AFTER_MS: Milliseconds = 1_000;

export interface InspectorPlan {
  readonly port: number;
  /** The process was started with an inspector, so we must not close it. */
  readonly isOpen: boolean;
}

/** Nothing is sent to the process. */
export function planInspector(pid: number): Outcome<InspectorPlan> {
  if (!isNode(pid)) return fail('not-available', say('target.pidNoNode', { pid }));
  const port = debugPortOf(pid);
  if (isListening(pid, port)) return succeed({ port, isOpen: true });
  if (!catchesSignal(pid)) return fail('not-available', say('target.pidNoInspector', { pid }));
  const holder = findHolder(port);
  if (holder !== null)
    return fail('not-available', say('target.pidPortTaken', { port, title: holder.title, pid: holder.pid }), say('target.pidEndDebugger'));
  return succeed({ port, isOpen: false });
}

/** Whether it could be inspected, and only after a signal. */
export function needsSignal(pid: number): boolean {
  const plan = planInspector(pid);
  return plan.ok && !plan.value.isOpen;
}

/** Null: the inspector is open. */
export async function openInspector(pid: number, { port, isOpen }: InspectorPlan): Promise<Failure | null> {
  if (isOpen) return null;
  process.kill(pid, 'SIGUSR1');
  const hasOpened = await holds(() => isListening(pid, port), OPEN_WITHIN_MS);
  return hasOpened ? null : fail('not-available', say('target.pidNotOpened', { pid, port })).failure;
}

/**
 * Evaluated in the process, closes its inspector. Node 20 may crash if somebody who is connected leaves at the same moment (it writes to a
 * connection whose end it has read). So the inspector is closed at once only within `stayMs`, while we certainly stay connected; a process that comes
 * to it later, because it was stopped just then, waits until it has seen us gone. The clock is that of the machine.
 */
export function closeInspectorExpression(stayMs: Milliseconds): string {
  const until = process.hrtime.bigint() + BigInt(stayMs) * 1_000_000n;
  const later = `void setTimeout(() => process._debugEnd(), ${AWAY_AFTER_MS}).unref()`;
  return `process.hrtime.bigint() < ${until}n ? process._debugEnd() : ${later}`;
}

/** Whether the port is closed by now. The process has confirmed that it will close it. */
export function hasClosed(pid: number, port: number): Promise<boolean> {
  return holds(() => !isListening(pid, port), CLOSE_WITHIN_MS);
}

async function holds(condition: () => boolean, withinMs: Milliseconds): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
}

export function isListening(pid: number, port: number): boolean {
  return listOpenPorts(pid).some((open) => open.port === port && open.host === LOOPBACK);
}

function debugPortOf(pid: number): number {
  const options = /(?:^|\0)NODE_OPTIONS=([^\0]*)/.exec(read(`/proc/${pid}/environ`))?.[1] ?? '';
  return debugPortIn([...options.split(/\s+/), ...read(`/proc/${pid}/cmdline`).split('\0')]);
}

/** The last flag that names one counts, as for Node. */
export function debugPortIn(words: readonly string[]): number {
  const ports = words.flatMap((word) => /^--(?:inspect(?:-brk|-wait|-port)?|debug-port)=(?:.*:)?(\d+)$/.exec(word)?.[1] ?? []);
  return Number(ports[ports.length - 1] ?? USUAL_PORT);
}

function catchesSignal(pid: number): boolean {
  const caught = /^SigCgt:\s+([\da-f]+)$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return caught !== undefined && (BigInt(`0x${caught}`) & SIGUSR1_BIT) !== 0n;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
