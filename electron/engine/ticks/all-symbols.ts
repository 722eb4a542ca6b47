/**
 * Lets `node --prof-process` know the functions in C++ of the program that wrote a log. It asks `nm` for them, and by itself
 *
 * - reads the first megabyte of the reply, which is a fifteenth of the functions of Node: ticks in all others are of none, or of the last that was read
 * - places them, in a program that is not position-independent, by their offset in the file, as it learns from `objdump`: by as much too low
 *
 * Both are so in Node 18 to 26. A script that is loaded before it gives it the whole reply, and nothing from `objdump` for such a program.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** For the Node that wrote the log, which may be an old one. Windows has no `nm`. */
const SCRIPT = `'use strict';
const processes = require('child_process');
const fs = require('fs');
const { spawnSync } = processes;
const hasFunctions = new Set();
function isFixed(file) {
  const head = Buffer.alloc(18);
  const opened = fs.openSync(file, 'r');
  try {
    fs.readSync(opened, head, 0, head.length, 0);
  } finally {
    fs.closeSync(opened);
  }
  const [EXECUTABLE, BIG_ENDIAN] = [2, 2];
  return head.toString('latin1', 0, 4) === '\\x7fELF' && head[head[5] === BIG_ENDIAN ? 17 : 16] === EXECUTABLE;
}
const nothing = { stdout: Buffer.alloc(0) };
// A library is asked for once for each part of it that is loaded, and a log is read twice.
function remembered(program, args, ask) {
  const name = require('crypto').createHash('sha1').update(JSON.stringify([program, args])).digest('hex');
  const path = require('path').join(__dirname, name + '.symbols');
  if (fs.existsSync(path)) return { stdout: fs.readFileSync(path) };
  const reply = ask();
  if (reply.status === 0) fs.writeFileSync(path, reply.stdout);
  return reply;
}
processes.spawnSync = (program, args, options) => {
  const file = args[args.length - 1];
  try {
    if (program === 'objdump' && isFixed(file)) return nothing;
  } catch (error) {}
  // What a program exports is among all of its functions, unless these were taken out.
  if (program === 'nm' && args.includes('-D') && hasFunctions.has(file)) return nothing;
  const ask = () => spawnSync(program, args, Object.assign({}, options, { maxBuffer: Infinity }));
  if (program !== 'nm') return ask();
  const reply = remembered(program, args, ask);
  if (reply.stdout !== null && / [tT] /.test(reply.stdout.toString('latin1', 0, 1e6))) hasFunctions.add(file);
  return reply;
};
`;

/** Writes the script into a folder. Returns its path. */
export function writeAllSymbols(folder: string): string {
  const path = join(folder, 'all-symbols.cjs');
  writeFileSync(path, SCRIPT);
  return path;
}

/** `NODE_OPTIONS` of a Node that is started by somebody else. */
export function loading(script: string): string {
  return `--require ${/[\s"\\]/.test(script) ? JSON.stringify(script) : script}`;
}
