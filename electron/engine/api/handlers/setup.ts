/** What the form of a run needs: Node binaries, files, earlier set-ups, studies, samples, and whether a set-up would start. */
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { succeed } from '../../../../shared/model/failure.ts';
import { comparisonOfPass } from '../../../../shared/protocol/pass-id.ts';
import { checkSetup } from '../../experiments/setup-check.ts';
import { openSample } from '../../experiments/transfer.ts';
import { findNodes } from '../../machine/find-nodes.ts';
import { findTyped } from '../../machine/find-typed.ts';
import { listFiles } from '../../machine/list-files.ts';
import { listRunningNodes } from '../../target/node-processes.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';
import { replyNothing } from './reply-nothing.ts';

/** Where the command was given. A program that a desktop starts is given none that says anything. */
function startFolder(): string {
  const folder = process.cwd();
  return dirname(folder) === folder ? homedir() : folder;
}

export function createSetupHandlers({
  library,
  sessions,
  given,
  cannotRun,
}: HandlerContext): HandlersOf<'nodes' | 'files' | 'setup' | 'sample'> {
  return {
    'setup.costs': async () => succeed(await library.profilingCosts()),
    'nodes.list': async ({ refresh }) => succeed(await findNodes(refresh)),
    'nodes.running': async () => succeed(listRunningNodes()),
    'files.list': async ({ dir, kind }) => {
      if (kind === 'session' || kind === 'any') sessions.expectFile();
      const places = { start: startFolder(), home: homedir(), saved: library.sessionsDir };
      const listed = await listFiles(dir ?? places.start, kind);
      return listed.ok ? succeed({ ...listed.value, places }) : listed;
    },
    'files.find': ({ typed, dir }) => findTyped(typed, dir ?? startFolder()),
    'setup.check': async ({ setup }) =>
      succeed([...(cannotRun === null ? [] : [{ field: 'target.node', failure: cannotRun }]), ...(await checkSetup(setup))]),
    'setup.remembered': async ({ script }) => succeed(await library.rememberedSetups(script)),
    'setup.given': async ({ setup, from }) => succeed(given.fill(setup, from && (comparisonOfPass(from) ?? from))),
    'setup.forget-all': () => {
      given.forget();
      return replyNothing(library.forgetSetups());
    },
    'sample.open': ({ name }) => openSample(library, sessions, name),
  };
}
