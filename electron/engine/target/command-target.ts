/** Any command: `npm run start`, `gunicorn app:app`. Stopped with everything it started. */
import { type Failure, fail, succeed } from '../../../shared/model/failure.ts';
import type { TargetOf } from '../../../shared/model/setup.ts';
import { splitWords } from '../../../shared/model/shell-words.ts';
import { say } from '../../../shared/words/said.ts';
import { inheritEnvironment } from './environment.ts';
import { findProgram } from './find-program.ts';
import { launchProgram } from './launch.ts';
import type { LaunchedScript } from './launched-script.ts';
import { checkFolder, recordedBy } from './script-target.ts';
import { explainEnd } from './start-failures.ts';
import type { TargetKind, TargetPort } from './target-port.ts';
import { waitForUrl } from './wait-for-url.ts';

type CommandTarget = TargetOf<'command'>;

export const commandTarget: TargetKind<CommandTarget> = {
  knownUrl: (_, url) => (url.startsWith('/') ? null : url),

  async check(asked) {
    const folder = await checkCwd(asked);
    const program = folder === null ? programOf(asked, asked.cwd!) : null;
    return [
      ...(folder === null ? [] : [{ field: 'target.cwd', failure: folder }]),
      ...(program === null || program.ok ? [] : [{ field: 'target.command', failure: program.failure }]),
    ];
  },

  async start(asked, { id, captures, record }) {
    const folder = await checkCwd(asked);
    if (folder !== null) return { ok: false, failure: folder };
    const cwd = asked.cwd!;
    const program = programOf(asked, cwd);
    if (!program.ok) return program;
    const { file, args } = program.value;
    const launched = await launchProgram(
      {
        node: null,
        file,
        argsAfter: () => args,
        nodeArgs: [],
        cwd,
        env: asked.env,
        sayFailure: (why) => ({ says: say('target.commandNotStarted', { program: file, why }), hint: say('target.checkProgram') }),
      },
      id,
      captures,
      recordedBy(record),
    );
    return launched.ok ? succeed(portOf(launched.value, asked)) : launched;
  },
};

function portOf(command: LaunchedScript, { portTimeoutS }: CommandTarget): TargetPort {
  return {
    ended: command.exit.then((exit) => explainEnd(exit, command.evidence())),
    facts: () => ({ node: command.servingNode ?? '', nodePath: '', agent: command.servingNode !== null }),
    async findUrl(url, addresses, signal) {
      const answer = await waitForUrl(command, url, portTimeoutS, signal, { addresses });
      if (answer.kind === 'found') {
        const { port, protocol } = new URL(answer.url);
        command.leadFrom(Number(port) || (protocol === 'https:' ? 443 : 80));
      }
      return answer;
    },
    processes: () => command.processes(),
    stop: () => command.stop(),
  };
}

async function checkCwd({ cwd }: CommandTarget): Promise<Failure | null> {
  if (cwd !== null) return checkFolder(cwd);
  return fail('bad-request', say('target.commandNoFolder'), say('target.pickCommandFolder')).failure;
}

function programOf({ command, env }: CommandTarget, cwd: string): ReturnType<typeof findProgram> {
  return findProgram(splitWords(command).words, { cwd, env: inheritEnvironment(process.env, env), platform: process.platform });
}
