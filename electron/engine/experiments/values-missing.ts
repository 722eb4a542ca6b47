import { type Failure, fail } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';

/** A set-up stored without some of its values needs the user to enter them again. */
export function valuesMissing(what: 'run' | 'comparison'): Failure {
  const says = what === 'run' ? say('session.valuesOfRun') : say('session.valuesOfComparison');
  return fail('not-available', says, say('session.enterAgain')).failure;
}
