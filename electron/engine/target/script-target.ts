/** A Node.js script that is launched for the run. */
import { stat } from 'node:fs/promises';
import { type Failure, fail, succeed } from '../../../shared/model/failure.ts';
import type { ScriptTarget } from '../../../shared/model/setup/setup.ts';
import { say } from '../../../shared/words/said.ts';
import { portOfUrl } from '../load/loopback.ts';
import { clockUs } from '../machine/clock.ts';
import { checkNode } from '../machine/find-nodes.ts';
import { checkScript } from './check-script.ts';
import { launchTarget } from './launch.ts';
import type { LaunchedScript, ScriptEvents } from './launched-script.ts';
import { explainEnd } from './start-failures.ts';
import { knownIfWhole, type TargetKind, type TargetPort, type TargetRun } from './target-port.ts';
import { waitForUrl } from './wait-for-url.ts';

export const scriptTarget: TargetKind<ScriptTarget> = {
  knownUrl: knownIfWhole,

  async check({ script, cwd, node }) {
    const checks: readonly [field: string, check: Promise<Failure | null>][] = [
      ['target.script', Promise.resolve(checkScript(script))],
      // Without one it is the script's, which is there if the script is.
      ['target.cwd', cwd === null ? Promise.resolve(null) : checkFolder(cwd)],
      ['target.node', node === null ? Promise.resolve(null) : checkBinary(node)],
    ];
    const found = await Promise.all(checks.map(async ([field, check]) => ({ field, failure: await check })));
    return found.flatMap(({ field, failure }) => (failure === null ? [] : [{ field, failure }]));
  },

  async start(asked, run) {
    const launched = await launchTarget(asked, run.id, run.captures, recordedBy(run));
    return launched.ok ? succeed(portOf(launched.value, asked)) : launched;
  },
};

/** What is seen of launched processes, as entries. */
export function recordedBy({ record, guard }: Pick<TargetRun, 'record' | 'guard'>): ScriptEvents {
  return {
    onStarted: guard,
    onProcess: (process) => record({ type: 'process', process }),
    onListening: () => {},
    onSample: (sample) => record({ type: 'server', samples: [sample] }),
    onThreads: (threads) => record({ type: 'thread-times', ...threads }),
    onTimings: (timings, lost) => record({ type: 'timings', timings, lost }),
    onOutput: (stream, text) => record({ type: 'output', stream, text, at: clockUs() }),
    onExit: () => {},
    onWarning: (says) => record({ type: 'warning', says }),
  };
}

function portOf(script: LaunchedScript, { portTimeoutS }: ScriptTarget): TargetPort {
  return {
    ended: script.exit.then((exit) => explainEnd(exit, script.evidence())),
    facts: () => ({ node: script.node?.version ?? 'unknown', nodePath: script.node?.path ?? '', agent: script.agent }),
    async findUrl(url, addresses, signal) {
      const outcome = await waitForUrl(script, url, portTimeoutS, signal, { addresses });
      if (outcome.kind === 'found') script.leadFrom(portOfUrl(new URL(outcome.url)));
      return outcome;
    },
    processes: () => script.processes(),
    sample: () => script.sample(),
    stop: () => script.stop(),
  };
}

export async function checkFolder(dir: string, says = say('target.noFolderToRun', { path: dir })): Promise<Failure | null> {
  const info = await stat(dir).catch(() => null);
  return info?.isDirectory() ? null : fail('file-missing', says, say('machine.pickFolder')).failure;
}

async function checkBinary(node: string): Promise<Failure | null> {
  const checked = await checkNode(node);
  return checked.ok ? null : checked.failure;
}
