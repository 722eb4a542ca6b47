/**
 * A program that signals itself (`process.kill(process.pid, 'SIGTERM')`, as many clean-up libraries do) ends inside that call, without an exit event.
 * Node takes any signal to itself that nobody listens to for the end, and lets go of its inspector for good before it sends it (`RunAtExit` in
 * src/process_wrap.cc and src/node_process_methods.cc): a signal that ends nothing has to go round that.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Signals that end no process by default; Node ignores SIGPIPE, and opens its inspector at SIGUSR1. */
const HARMLESS = ['CHLD', 'CONT', 'PIPE', 'STOP', 'TSTP', 'TTIN', 'TTOU', 'URG', 'USR1', 'WINCH', 'INFO'].map((name) => `SIG${name}`);

type Kill = (pid: number, signal: number) => number;

/** Node has looked the signal up by then, and what the program sees of `process.kill` is untouched. */
export function beforeSuicide(act: () => void): void {
  const owner = process as unknown as { _kill: Kill };
  const original = owner._kill;
  owner._kill = function (pid, signal) {
    const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
    // As in kill(2): 0 is the own process group, -1 all processes.
    const isSelf = [0, -1, process.pid, -process.pid].includes(pid);
    if (!isSelf || name === undefined || process.listenerCount(name) > 0) return original.call(this, pid, signal);
    const other = pid === process.pid && !endsProcess(name, signal) ? otherThread() : null;
    if (other !== null) return original.call(this, other, signal);
    act();
    return original.call(this, pid, signal);
  };
}

function endsProcess(name: string, number: number): boolean {
  // The first process of a container is spared what it does not listen to, and one under nohup what it was told to ignore.
  return !HARMLESS.includes(name) && process.pid !== 1 && !isIgnored(number);
}

/** Known on Linux only. */
function isIgnored(number: number): boolean {
  try {
    const [, mask] = /^SigIgn:\s+([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return mask !== undefined && (BigInt(`0x${mask}`) & (1n << BigInt(number - 1))) !== 0n;
  } catch {
    return false;
  }
}

/** Linux sends a signal to the process that a thread belongs to, and Node does not know by this number that it is its own. Null: there is none. */
function otherThread(): number | null {
  try {
    const threads = readdirSync('/proc/self/task').map(Number);
    // In another PID namespace than /proc is of, these are other numbers.
    return threads.includes(process.pid) ? (threads.find((thread) => thread !== process.pid) ?? null) : null;
  } catch {
    return null;
  }
}
