/** The result of a run, in sentences. */
export { tellAnswer, tellHotCode } from '../analysis/answer.ts';
export { placeOfCode } from './code-place.ts';
export { tellDecision, tellHeld } from './levels.ts';
export { shareText } from './share-text.ts';
