/** What is wrong in a file of a study, as a sentence with the file and the place. */
import * as z from '../../../shared/base/schema.ts';
import { FailureError, fail } from '../../../shared/model/failure.ts';
import { type Said, say } from '../../../shared/words/said.ts';

/** Reads a file's content; whatever is wrong in it is thrown with the file's name. */
export function inFile<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw wrong(say('plan.inFile', { name, says: saysOf(error) }));
  }
}

export function wrong(says: Said): FailureError {
  return new FailureError(fail('bad-request', says, say('study.howToWrite')).failure);
}

/** Throws with line and column. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Some versions of V8 name the position, others the line, and at the end of the text neither.
    const [, position] = /at position (\d+)/.exec((error as Error).message) ?? [];
    const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
    throw wrong(say('plan.at', { line: before.length, column: before.at(-1)!.length + 1, says: say('study.notJson') }));
  }
}

function saysOf(error: unknown): Said {
  if (error instanceof FailureError) return error.failure.says;
  if (!(error instanceof z.ZodError)) throw error;
  const { path, issue } = deepest(error.issues[0]!, []);
  const field = path.join('.') || say('study.wholeFile');
  switch (issue.code) {
    case 'unrecognized_keys':
      return say('study.unknownField', { field: [...path, issue.keys[0]!].join('.') });
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? say('study.missingField', { field })
        : say('study.wrongType', { field, type: issue.expected });
    case 'too_small':
      return issue.inclusive === false
        ? say('study.notAbove', { field, limit: Number(issue.minimum) })
        : say('study.tooSmall', { field, of: issue.origin, limit: Number(issue.minimum) });
    case 'too_big':
      return say('study.tooLarge', { field, of: issue.origin, limit: Number(issue.maximum) });
    case 'invalid_value':
      return say('study.notAmong', { field, values: { list: issue.values.map(String), by: 'comma' } });
    case 'invalid_format':
      return say('study.notMatching', { field, pattern: issue.pattern ?? issue.format });
    case 'custom':
      return say((issue.params as OwnCheck['params'] | undefined)?.says ?? 'study.wrongField', { field });
    default:
      return say('study.wrongField', { field });
  }
}

/** What a check of our own says of the field that fails it, as the second argument of `refine`. */
export interface OwnCheck {
  readonly path?: string[];
  readonly params: { readonly says: 'study.notAmongChoices' | 'study.notLanguage' | 'study.notSchedule' };
}

type Issue = z.ZodError['issues'][number];

/** For a value that may have several forms: the errors of the form that was probably meant, which has the fewest. */
function deepest(issue: Issue, before: readonly PropertyKey[]): { readonly path: readonly PropertyKey[]; readonly issue: Issue } {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return { path, issue };
  const branches = [...issue.errors].filter(({ length }) => length > 0).sort((a, b) => a.length - b.length);
  const [first] = branches;
  return first === undefined ? { path, issue } : deepest(first[0]! as Issue, path);
}
