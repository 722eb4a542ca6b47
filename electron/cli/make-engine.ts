import { tellFailure } from '../../shared/format/word-said.ts';
import { text } from '../../shared/words/words.ts';
import { Engine } from '../engine/api/engine.ts';
import { tell } from './terminal.ts';

/** The engine of a command. What it cannot store between starts is reported once and does not stop it. */
export function makeEngine(): Engine {
  return new Engine({
    dataDir: null,
    host: 'browser',
    onDataTrouble: (failure) => tell(text('terminal.warning', { message: tellFailure(failure) })),
  });
}
