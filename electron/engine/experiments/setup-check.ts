/** Problems a run with this set-up would meet, found without running anything. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Failure, fail, type Outcome } from '../../../shared/model/failure.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { SetupProblem } from '../../../shared/protocol/contract.ts';
import { say } from '../../../shared/words/said.ts';
import { checkHost } from '../load/loopback.ts';
import { checkNode } from '../machine/find-nodes.ts';

export async function checkSetup({ target, requests: [{ url }], load }: Setup): Promise<SetupProblem[]> {
  const checks: [field: string, check: Promise<Failure | null>][] = [
    ['target.script', checkScript(target.script)],
    ['target.cwd', checkFolder(target.cwd ?? dirname(target.script))],
    ['target.node', target.node === null ? Promise.resolve(null) : failureOf(checkNode(target.node))],
    ['requests.0.url', url.startsWith('/') ? Promise.resolve(null) : failureOf(checkHost(url, load.allowHost))],
    ['load.end', Promise.resolve(checkAmount(load))],
  ];
  const found = await Promise.all(checks.map(async ([field, check]) => ({ field, failure: await check })));
  return found.filter((problem): problem is SetupProblem => problem.failure !== null);
}

async function checkScript(script: string): Promise<Failure | null> {
  const info = await stat(script).catch(() => null);
  if (!info) return fail('script-missing', say('target.noFile', { path: script }), say('target.pickPath')).failure;
  return info.isFile() ? null : fail('script-unreadable', say('target.notAFile', { path: script }), say('target.pickScript')).failure;
}

async function checkFolder(dir: string): Promise<Failure | null> {
  const info = await stat(dir).catch(() => null);
  return info?.isDirectory() ? null : fail('file-missing', say('target.noFolderToRun', { path: dir }), say('target.pickFolder')).failure;
}

function checkAmount({ end, connections }: Setup['load']): Failure | null {
  if (end.by === 'duration' || end.requests >= connections) return null;
  return fail('bad-request', say('load.fewRequests', { requests: end.requests, connections }), say('load.moreRequests')).failure;
}

async function failureOf(outcome: Promise<Outcome<unknown>>): Promise<Failure | null> {
  const settled = await outcome;
  return settled.ok ? null : settled.failure;
}
