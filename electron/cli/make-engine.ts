import { tellFailure } from '../../shared/words/word-said.ts';
import { Engine } from '../engine/api/engine.ts';
import { tell } from './terminal.ts';

/** The engine of a command. What it cannot keep between starts is said once, and no reason not to go on. */
export function makeEngine(): Engine {
  return new Engine({
    dataDir: null,
    host: 'browser',
    onDataTrouble: (failure) => tell(`warning: ${tellFailure(failure)}`),
  });
}
