/** What the form of a run needs: Node binaries, files, earlier set-ups, studies, samples, and whether a set-up would start. */
import { succeed } from '../../../../shared/model/failure.ts';
import { comparisonOfPass } from '../../../../shared/protocol/pass-id.ts';
import { checkSetup } from '../../experiments/setup-check.ts';
import { openSample } from '../../experiments/transfer.ts';
import { findNodes } from '../../machine/find-nodes.ts';
import { listFiles } from '../../machine/list-files.ts';
import { bundledDemos } from '../../studies/demos.ts';
import { listRunningNodes } from '../../target/node-processes.ts';
import { answerNothing } from './answer-nothing.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createSetupHandlers({
  library,
  sessions,
  given,
  cannotRun,
}: HandlerContext): HandlersOf<'nodes' | 'files' | 'setup' | 'demo' | 'sample'> {
  return {
    'setup.costs': async () => succeed(await library.profilingCosts()),
    'nodes.list': async ({ refresh }) => succeed(await findNodes(refresh)),
    'nodes.running': async () => succeed(listRunningNodes()),
    'files.list': async ({ dir, kind }) => {
      if (kind === 'session' || kind === 'any') sessions.expectFile();
      if (dir === null && kind === 'session') {
        const saved = await listFiles(library.sessionsDir, kind);
        if (saved.ok && saved.value.entries.length > 0) return saved;
      }
      return listFiles(dir ?? process.cwd(), kind);
    },
    'setup.check': async ({ setup }) =>
      succeed([...(cannotRun === null ? [] : [{ field: 'target.node', failure: cannotRun }]), ...(await checkSetup(setup))]),
    'setup.remembered': async ({ script }) => succeed(await library.rememberedSetups(script)),
    'setup.given': async ({ setup, from }) => succeed(given.fill(setup, from && (comparisonOfPass(from) ?? from))),
    'setup.forget-all': () => {
      given.forget();
      return answerNothing(library.forgetSetups());
    },
    'demo.list': async () => succeed(await bundledDemos()),
    'sample.open': ({ name }) => openSample(library, sessions, name),
  };
}
