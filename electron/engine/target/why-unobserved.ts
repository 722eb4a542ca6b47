/** Why a process has no agent, as far as Linux shows it. */
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { type Said, say } from '../../../shared/words/said.ts';
import { usesPermissionModel } from '../agent/node-options.ts';
import { isTooOld, startsOthers } from '../agent/preload-rules.ts';
import { runNode } from '../machine/find-nodes.ts';

/** Null: no reason is visible, and it may still report. */
export async function whyUnobserved(pid: number, title: string): Promise<Said | null> {
  const because = (why: Said) => say('recording.unobservedBecause', { pid, title, why });
  const [environment, words] = [read(pid, 'environ'), read(pid, 'cmdline').split('\0')];
  const options = /(?:^|\0)NODE_OPTIONS=([^\0]*)/.exec(environment)?.[1] ?? '';
  if (isOfAnotherUser(pid)) return because(say('recording.otherUser'));
  if (usesPermissionModel(options, words)) return because(say('recording.underPermission'));
  if (startsOthers([...words, options])) return because(say('recording.startsOthers'));
  if (!options.includes('loopscope-preload.cjs')) return say('recording.unobserved', { pid, title });
  const version = /^v(\S+)/.exec((await runNode(programOf(pid), ['--version'])) ?? '')?.[1];
  return version !== undefined && isTooOld(version) ? because(say('recording.tooOld', { version })) : null;
}

/** Runtimes whose names are those of their programs. */
const RUNTIMES: Readonly<Record<string, string>> = { deno: 'Deno', bun: 'Bun' };

/** "Deno 2.9.6"; null: not a known runtime. */
export async function runtimeOf(pid: number): Promise<string | null> {
  const program = programOf(pid);
  const name = RUNTIMES[basename(program, '.exe')];
  if (name === undefined) return null;
  const version = /\d{1,9}\.\d{1,9}\.\d{1,9}/.exec((await runNode(program, ['--version'])) ?? '')?.[0];
  return version === undefined ? name : `${name} ${version}`;
}

function isOfAnotherUser(pid: number): boolean {
  const [, uid] = /^Uid:\s+\d+\s+(\d+)/m.exec(read(pid, 'status')) ?? [];
  return uid !== undefined && process.geteuid !== undefined && Number(uid) !== process.geteuid();
}

function programOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'latin1');
  } catch {
    return '';
  }
}
