/** The name of a process for display. Linux only; elsewhere it is the pid. */
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Programs whose first argument says what they do. */
const INTERPRETER = /^(?:node|nodejs|bun|deno|(?:python|ruby|perl|php)[\d.]*)$/;

/** The script of `node [options] script`, or the program's name. */
export function titleOf(pid: number): string {
  const [program = '', ...args] = readText(`/proc/${pid}/cmdline`).split('\0');
  const words = args.filter((arg) => arg !== '' && !arg.startsWith('-'));
  // `deno run server.ts`
  const script = /^(deno|bun)/.test(basename(program)) && words.length > 1 ? words.find((word) => !/^(run|serve|x)$/.test(word)) : words[0];
  const runsScript = isNode(pid) || INTERPRETER.test(basename(program));
  return basename(runsScript && script !== undefined ? script : program) || String(pid);
}

/** Whether the process runs Node. */
export function isNode(pid: number): boolean {
  try {
    return /^node(js)?(\.exe)?$/.test(basename(readlinkSync(`/proc/${pid}/exe`)));
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
