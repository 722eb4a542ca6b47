/** What is wrong with a set-up as it is typed. Apart from the form itself: only the screens that have one need the schemas. */
import { isRedacted } from '../../shared/model/redact.ts';
import * as z from '../../shared/model/schema.ts';
import type { NameValue, Setup } from '../../shared/model/setup.ts';
import { setupSchema } from '../../shared/model/setup-schema.ts';
import { foreignHost, hostOf, type SetupForm, toSetup } from './setup-form.ts';
import { splitWords } from './shell-words.ts';

// The schemas would otherwise try whether code may be made from text, which the page's policy forbids.
z.config({ jitless: true });

/** Fields as the engine names them, in the order of the form. */
export const FIELDS = [
  'target.script',
  'target.args',
  'target.node',
  'target.cwd',
  'target.env',
  'target.portTimeoutS',
  'load.url',
  'load.allowHost',
  'load.connections',
  'load.end.seconds',
  'load.end.requests',
  'load.warmupS',
  'load.timeoutS',
  'load.method',
  'load.headers',
  'load.body',
  'capture.intervalUs',
] as const;
export type FieldName = (typeof FIELDS)[number];

/** What can be wrong with a field, seen from here; the sentences are in the catalogue. */
export type Problem =
  | 'noScript'
  | 'openQuote'
  | 'noUrl'
  | 'badUrl'
  | 'notTyped'
  | 'badName'
  | 'badHeader'
  | 'redacted'
  | 'connections'
  | 'seconds'
  | 'requests'
  | 'warmup'
  | 'timeout'
  | 'portTimeout'
  | 'interval'
  | 'tooLong';

export interface CheckedForm {
  /** Null while something is wrong. */
  readonly setup: Setup | null;
  readonly problems: Readonly<Partial<Record<FieldName, Problem>>>;
}

const OF_SCHEMA: Partial<Record<FieldName, Problem>> = {
  'target.script': 'noScript',
  'load.url': 'noUrl',
  'load.connections': 'connections',
  'load.end.seconds': 'seconds',
  'load.end.requests': 'requests',
  'load.warmupS': 'warmup',
  'load.timeoutS': 'timeout',
  'target.portTimeoutS': 'portTimeout',
  'capture.intervalUs': 'interval',
};

export function checkForm(form: SetupForm): CheckedForm {
  const checked = setupSchema.safeParse(toSetup(form));
  const problems: Partial<Record<FieldName, Problem>> = {};
  for (const issue of checked.error?.issues ?? []) {
    const field = findField(issue.path.join('.'));
    if (field) problems[field] ??= OF_SCHEMA[field] ?? 'tooLong';
  }
  for (const [field, problem] of ownProblems(form)) problems[field] = problem;
  return { setup: checked.success && Object.keys(problems).length === 0 ? checked.data : null, problems };
}

/** The field of the form that shows what is wrong at a path of the set-up: `target.env.0.name` is the table of `target.env`. */
export function findField(path: string): FieldName | undefined {
  return FIELDS.find((field) => path === field || path.startsWith(`${field}.`));
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What is wrong with a row of variables or headers; null: nothing. A row that was added and left empty is not meant. */
export function problemOfRow(field: 'target.env' | 'load.headers', row: NameValue): Problem | null {
  if (row.name === '' && row.value === '') return null;
  if (isRedacted(row)) return 'redacted';
  if (field === 'target.env') return isGoodEnvName(row.name) ? null : 'badName';
  return isGoodHeader(row) ? null : 'badHeader';
}

function isGoodEnvName(name: string): boolean {
  return name !== '' && !name.includes('=') && !name.includes('\0');
}

function isGoodHeader({ name, value }: NameValue): boolean {
  return HEADER_NAME.test(name) && !/[\r\n\0]/.test(value);
}

/** What the shared schema cannot know because it sees only the result. */
function* ownProblems(form: SetupForm): Generator<[FieldName, Problem]> {
  if (splitWords(form.args).openQuote) yield ['target.args', 'openQuote'];
  for (const [field, rows] of [['target.env', form.env] as const, ['load.headers', form.headers] as const]) {
    const problem = rows.map((row) => problemOfRow(field, row)).find((one) => one !== null);
    if (problem) yield [field, problem];
  }
  const url = form.url.trim();
  if (url !== '' && !url.startsWith('/') && hostOf(url) === null) yield ['load.url', 'badUrl'];
  const host = foreignHost(url);
  if (host !== null && form.allowHost.trim().toLowerCase() !== host) yield ['load.allowHost', 'notTyped'];
}
