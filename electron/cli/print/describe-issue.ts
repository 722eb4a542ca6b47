/** What is wrong with the value of a flag, as the end of a sentence that begins with the flag. */
import { type Param, type Said, say } from '../../../shared/words/said.ts';

/** The parts of a schema's issue that are shown; the schemas' own words are for programmers. */
interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly origin?: unknown;
  readonly expected?: unknown;
}

export function describeIssue({ code, message, minimum, maximum, origin, expected }: Issue): Said {
  const isNumber = origin === 'number' || origin === 'int';
  if (code === 'too_small') return isNumber ? say('command.flagAtLeast', { limit: limit(minimum) }) : say('command.flagEmpty');
  if (code === 'too_big') return isNumber ? say('command.flagAtMost', { limit: limit(maximum) }) : say('command.flagTooLong');
  if (code === 'invalid_type' && expected === 'int') return say('command.flagWhole');
  return say('command.flagNotRight', { why: message });
}

function limit(value: unknown): Param {
  const number = Number(value);
  return Number.isInteger(number) ? { figure: number, as: 'count' } : number;
}
