/** Files that a profile names, on this machine. */
import { succeed } from '../../../../shared/model/failure.ts';
import type { Frame } from '../../../../shared/model/profile/profile.ts';
import { subjectOf } from '../../../../shared/model/setup/subject.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import type { ShownRun } from '../../experiments/cell.ts';
import { findSource } from '../../experiments/find-source.ts';
import { readSource } from '../../experiments/read-source.ts';
import type { HandlerContext, Handlers } from './handler-types.ts';

export function createSourceHandlers({ sessions, library }: HandlerContext): Pick<Handlers, 'profile.text' | 'profile.source'> {
  /** The script of a run that this user has made; null: it is somebody else's, or no run. */
  const ownScript = async ({ open, live }: ShownRun): Promise<string | null> => {
    const setup = open.kind === 'run' ? open.recording.header?.setup : undefined;
    if (setup === undefined) return null;
    const script = subjectOf(setup);
    // A file can claim any script: only one that this user has run is theirs.
    return live !== null || (await library.rememberedSetups(script)).length > 0 ? script : null;
  };
  return {
    'profile.text': async ({ sessionId, url }) => {
      const shown = await sessions.view(sessionId);
      const { recording } = shown.open;
      const isKnown = [...framesOf(recording)].some((frame) => frame.url === url);
      if (!isKnown) return succeed({ why: 'notOwn', path: null });
      const script = await ownScript(shown);
      return succeed(
        await readSource({ url, script, hash: ownOf(recording.sources.files, url), kept: ownOf(recording.sources.texts, url) }),
      );
    },
    'profile.source': async ({ sessionId, ...of }) => {
      const shown = await sessions.view(sessionId);
      const script = await ownScript(shown);
      if (script === null) return succeed({ why: 'notOwn' });
      return succeed(await findSource(framesOf(shown.open.recording), script, of));
    },
  };
}

/** Addresses come from files of others. */
function ownOf(by: Readonly<Record<string, string>>, url: string): string | undefined {
  return Object.hasOwn(by, url) ? by[url] : undefined;
}

function* framesOf(recording: RunRecording): Iterable<Frame> {
  for (const { frames } of recording.allProfiles()) yield* frames;
}
