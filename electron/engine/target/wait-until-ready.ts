/** Waits for the sign that a member of a group is ready. */
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import type { Milliseconds, Seconds } from '../../../shared/base/units.ts';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import { isExpectedStatus } from '../../../shared/model/run.ts';
import type { Instance, Ready } from '../../../shared/model/setup/group.ts';
import { say } from '../../../shared/words/said.ts';
import type { LaunchedScript } from './launched-script.ts';
import { findHolder } from './port-owner.ts';
import { explainExit, explainForeignPort, explainSilence, lastOutput, ofMember } from './start-failures.ts';
import { accepts } from './try-port.ts';

const LOOK_EVERY_MS: Milliseconds = 50;
const RESPONSE_WITHIN_MS: Milliseconds = 2_000;
const HERE = '127.0.0.1';

/** Null: it is ready. `hasPrinted`: the line that was asked for. Rejects with the signal's reason when aborted. */
export async function waitUntilReady(
  launched: LaunchedScript,
  { name, ready }: Pick<Instance, 'name' | 'ready'>,
  timeoutS: Seconds,
  signal: AbortSignal,
  hasPrinted: () => boolean,
): Promise<Failure | null> {
  const started = performance.now();
  while (performance.now() - started < timeoutS * 1e3) {
    signal.throwIfAborted();
    if (launched.exited !== null) {
      if (ready.by === 'done' && launched.exited.code === 0) return null;
      return ofMember(name, explainExit(launched.exited, launched.evidence(), findHolder));
    }
    const seen = await look(launched, ready, hasPrinted);
    if (seen === true) return null;
    if (seen !== false) return ofMember(name, seen);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return explainWait(launched, name, ready, timeoutS);
}

async function look(launched: LaunchedScript, ready: Ready, hasPrinted: () => boolean): Promise<boolean | Failure> {
  switch (ready.by) {
    case 'started':
      return true;
    case 'done':
      return false;
    case 'listening':
      return launched.listeners.length > 0;
    case 'line':
      return hasPrinted();
    case 'port':
      return lookAtPort(launched, Number(ready.port));
    case 'url':
      return respondsWell(ready.url);
  }
}

/** The port may belong to another program. */
async function lookAtPort(launched: LaunchedScript, port: number): Promise<boolean | Failure> {
  if (!(await accepts(HERE, port))) return false;
  const owner = launched.ownerOf(HERE, port);
  if (owner.kind !== 'foreign') return true;
  return { ...explainForeignPort(port, owner, launched), hint: say('group.freePort'), detail: lastOutput(launched.evidence()) };
}

function respondsWell(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { agent: false, timeout: RESPONSE_WITHIN_MS, rejectUnauthorized: false };
    const request = (url.startsWith('https') ? getSecurely : get)(url, options, (response) => {
      resolve(isExpectedStatus(response.statusCode ?? 0));
      response.destroy();
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

function explainWait(launched: LaunchedScript, name: string, ready: Ready, seconds: Seconds): Failure {
  const evidence = launched.evidence();
  const detail = lastOutput(evidence);
  switch (ready.by) {
    case 'done':
      return fail('never-listened', say('group.notDone', { name, seconds }), say('group.raiseTimeout'), detail).failure;
    case 'port':
    case 'url':
    case 'line': {
      const what = ready.by === 'port' ? ready.port : ready.by === 'url' ? ready.url : `“${ready.line}”`;
      const says = say('group.neverReady', { name, seconds, sign: ready.by, what });
      return fail('never-listened', says, say('group.raiseTimeout'), detail).failure;
    }
    default: {
      const silence = explainSilence(seconds, '/', evidence, findHolder);
      return ofMember(name, silence.code === 'never-listened' ? { ...silence, hint: say('group.sayReady') } : silence);
    }
  }
}
