/** `--fail-if`: a condition on the figures that makes the command end with code 3 (`report/conditions.ts`). Of several, one that is met is enough. */
import { InvalidArgumentError } from 'commander';
import { isOfLoad } from '../../../shared/model/failure.ts';
import type { Report } from '../../../shared/model/report.ts';
import { type Condition, findErrorsCondition, judgeCondition, readCondition } from '../../../shared/report/conditions.ts';
import { text } from '../../../shared/words/words.ts';
import { EXIT } from '../exit.ts';
import { breakable } from '../print/format.ts';
import { tell } from '../terminal.ts';

/** Throws InvalidArgumentError with what can be said instead. */
export function parseCondition(typed: string): Condition {
  const read = readCondition(typed);
  if (read.ok) return read.condition;
  throw new InvalidArgumentError(read.says);
}

/**
 * A command that has worked ends with another code when one of the conditions is met, or when one could not be judged. A load that failed as a
 * whole may be what a condition is about ("failed > 1%").
 */
export function judge(conditions: readonly Condition[], report: Report): void {
  const hasFailed = isOfLoad(report.failure);
  if (process.exitCode !== EXIT.ok && !hasFailed) return;
  const codes = conditions.map((condition) => {
    const judgement = judgeCondition(condition, report);
    switch (judgement.kind) {
      case 'not met': {
        const ofErrors = findErrorsCondition(condition, report);
        tell(text('commandLine.failIf.notMet', { condition: condition.text, figure: breakable(judgement.figure) }));
        if (ofErrors !== null) tell(text('commandLine.failIf.onlyErrors', { condition: condition.text, errors: ofErrors }));
        return EXIT.ok;
      }
      case 'met':
        tell(text('commandLine.failIf.met', { condition: condition.text, figure: breakable(judgement.figure) }));
        return EXIT.met;
      default:
        tell(text('commandLine.failIf.unjudged', { condition: condition.text, why: judgement.why }));
        return hasFailed || judgement.kind === 'no runs' ? EXIT.failed : EXIT.unjudged;
    }
  });
  const code = [EXIT.met, EXIT.failed, EXIT.unjudged].find((one) => codes.includes(one));
  if (code !== undefined) process.exitCode = code;
}
