import { type Failure, fail } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';

/** A set-up that was stored without some of its values has to get them back from whoever knows them. */
export function valuesMissing(what: 'run' | 'comparison'): Failure {
  const says = what === 'run' ? say('session.valuesOfRun') : say('session.valuesOfComparison');
  return fail('not-available', says, say('session.enterAgain')).failure;
}
