import { tellFailure } from '../../shared/format/word-said.ts';
import { text } from '../../shared/words/words.ts';
import type { Engine } from '../engine/api/engine.ts';
import { takeEarlyFiles } from './early-files.ts';
import { tell } from './terminal.ts';

/** The engine of a command. What it cannot store between starts is reported once and does not stop it. Loaded only now: a call that is refused needs none. */
export async function makeEngine(): Promise<Engine> {
  const { Engine } = await import('../engine/api/engine.ts');
  return new Engine({
    dataDir: null,
    host: 'browser',
    ...takeEarlyFiles(),
    onDataTrouble: (failure) => tell(text('terminal.warning', { message: tellFailure(failure) })),
  });
}
