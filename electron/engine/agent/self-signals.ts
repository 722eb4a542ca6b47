/** A program that signals itself (`process.kill(process.pid, 'SIGTERM')`, as many clean-up libraries do) ends inside that call, without an exit event. */
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Those that end no process by default; Node ignores SIGPIPE, and opens its inspector at SIGUSR1. */
const HARMLESS = ['CHLD', 'CONT', 'PIPE', 'STOP', 'TSTP', 'TTIN', 'TTOU', 'URG', 'USR1', 'WINCH', 'INFO'].map((name) => `SIG${name}`);

type Kill = (pid: number, signal: number) => number;

/** Node has looked the signal up by then, and what the program sees of `process.kill` is untouched. */
export function beforeSuicide(act: () => void): void {
  const owner = process as unknown as { _kill: Kill };
  const original = owner._kill;
  owner._kill = function (pid, signal) {
    // As the system takes them: 0 is the own group of processes, -1 all there are.
    const isSelf = [0, -1, process.pid, -process.pid].includes(pid);
    if (isSelf && endsProcess(signal)) act();
    return original.call(this, pid, signal);
  };
}

function endsProcess(number: number): boolean {
  const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  if (name === undefined || HARMLESS.includes(name) || process.listenerCount(name) > 0) return false;
  // The first process of a container is spared what it does not listen to, and one under nohup what it was told to ignore.
  return process.pid !== 1 && !isIgnored(number);
}

/** Linux tells; elsewhere it is not known. */
function isIgnored(number: number): boolean {
  try {
    const [, mask] = /^SigIgn:\s+([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return mask !== undefined && (BigInt(`0x${mask}`) & (1n << BigInt(number - 1))) !== 0n;
  } catch {
    return false;
  }
}
