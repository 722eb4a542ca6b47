/** Asking the terminal, where there is one that this process may read from. */
import { readFileSync } from 'node:fs';

/** Whether keys can be read: stdin is a terminal, and this process is in its foreground. In the background, reading would stop it. */
export function isAskable(stdin: { readonly isTTY?: boolean }, stat: string | null = readStat()): boolean {
  return stdin.isTTY === true && (stat === null || isInForeground(stat));
}

/**
 * From /proc/PID/stat: the process group, and the group that is in the foreground of its terminal.
 *
 *   PID (name of the program) state ppid GROUP session tty FOREGROUND ...
 */
function isInForeground(stat: string): boolean {
  // The name may contain anything; the fields after it follow the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[2] === fields[5];
}

/** Null where there is no /proc: a job in the background of another system is rare, and `< /dev/null` helps it. */
function readStat(): string | null {
  try {
    return readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return null;
  }
}

/** Calls back for each line that is entered. Returns how to stop. */
export function onEnter(stdin: NodeJS.ReadStream, listener: () => void): () => void {
  const onData = (text: string): void => {
    for (const char of text) if (char === '\n') listener();
  };
  stdin.setEncoding('utf8').on('data', onData);
  // A terminal that goes away is no reason to end.
  stdin.on('error', () => {});
  return () => void stdin.off('data', onData).pause();
}
