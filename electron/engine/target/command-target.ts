/** Any command: `npm run start`, `gunicorn app:app`. Stopped with everything it started. */
import { type Failure, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { ExitInfo } from '../../../shared/model/run.ts';
import type { TargetOf } from '../../../shared/model/setup/setup.ts';
import { splitWords } from '../../../shared/model/setup/shell-words.ts';
import { say } from '../../../shared/words/said.ts';
import type { CaptureSet } from '../captures/captures.ts';
import { portOfUrl } from '../load/loopback.ts';
import { inheritEnvironment } from './environment.ts';
import { findProgram } from './find-program.ts';
import { launchProgram } from './launch.ts';
import type { LaunchedScript, ScriptEvents } from './launched-script.ts';
import { checkFolder, recordedBy } from './script-target.ts';
import { explainEnd } from './start-failures.ts';
import { knownIfWhole, type TargetKind, type TargetPort, type TargetRun } from './target-port.ts';
import { waitForUrl } from './wait-for-url.ts';

type CommandTarget = TargetOf<'command'>;

export const commandTarget: TargetKind<CommandTarget> = {
  knownUrl: knownIfWhole,

  async check(asked) {
    const folder = await checkCwd(asked);
    const program = folder === null ? programOf({ ...asked, cwd: asked.cwd! }) : null;
    return [
      ...(folder === null ? [] : [{ field: 'target.cwd', failure: folder }]),
      ...(program === null || program.ok ? [] : [{ field: 'target.command', failure: program.failure }]),
    ];
  },

  async start(asked, run) {
    const folder = await checkCwd(asked);
    if (folder !== null) return { ok: false, failure: folder };
    const launched = await launchCommand({ ...asked, cwd: asked.cwd! }, run.id, run.captures, recordedBy(run));
    return launched.ok ? succeed(portOf(launched.value, asked, run)) : launched;
  },
};

/** A command with its folder and what is added to its environment. */
type Command = Pick<CommandTarget, 'command' | 'env'> & { readonly cwd: string };

export async function launchCommand(
  asked: Command,
  runId: string,
  captures: CaptureSet,
  events: ScriptEvents,
): Promise<Outcome<LaunchedScript>> {
  const program = programOf(asked);
  if (!program.ok) return program;
  const { file, args } = program.value;
  return launchProgram(
    {
      node: null,
      file,
      argsAfter: () => args,
      nodeArgs: [],
      cwd: asked.cwd,
      env: asked.env,
      sayFailure: (why) => ({ says: say('target.commandNotStarted', { program: file, why }), hint: say('target.checkProgram') }),
    },
    runId,
    captures,
    events,
  );
}

function portOf(command: LaunchedScript, { portTimeoutS }: CommandTarget, { record }: TargetRun): TargetPort {
  let stopped: Promise<ExitInfo> | null = null;
  return {
    ended: command.exit.then((exit) => explainEnd(exit, command.evidence())),
    facts: () => ({ node: command.servingNode ?? '', nodePath: '', agent: command.servingNode !== null }),
    async findUrl(url, addresses, signal) {
      const outcome = await waitForUrl(command, url, portTimeoutS, signal, { addresses });
      if (outcome.kind === 'found') {
        command.leadFrom(portOfUrl(new URL(outcome.url)));
        await command.settleLead();
      }
      return outcome;
    },
    processes: () => command.processes(),
    sample: () => command.sample(),
    stop() {
      stopped ??= command.stranger().then((says) => {
        if (says !== null) record({ type: 'warning', says });
        return command.stop();
      });
      return stopped;
    },
  };
}

async function checkCwd({ cwd }: CommandTarget): Promise<Failure | null> {
  if (cwd !== null) return checkFolder(cwd);
  return fail('bad-request', say('target.commandNoFolder'), say('target.pickCommandFolder')).failure;
}

export function programOf({ command, env, cwd }: Command): ReturnType<typeof findProgram> {
  return findProgram(splitWords(command).words, { cwd, env: inheritEnvironment(process.env, env), platform: process.platform });
}
