/** Checks a set-up form. In a file of its own because only screens with a form need the schemas. */

import * as z from '../../../shared/base/schema.ts';
import { hasHidden } from '../../../shared/model/setup/hidden.ts';
import { toRequestUrl } from '../../../shared/model/setup/request-url.ts';
import type { NameValue, PairsSetting, Setting } from '../../../shared/model/setup/setting.ts';
import { findSetting, SETTINGS_LIST } from '../../../shared/model/setup/settings-list.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { setupSchema } from '../../../shared/model/setup/setup-schema.ts';
import { splitWords } from '../../../shared/model/setup/shell-words.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import { readGroupOnce } from '../../../shared/plan/read-group.ts';
import { type FieldName, hostOf, loadedHost, type SetupForm, toSetup } from './setup-form.ts';

// Otherwise the schemas test whether `new Function` works, which the page's policy forbids.
z.config({ jitless: true });

/** The errors a field can have; the sentences are in the catalogue. */
export type Problem =
  /** What is measured is not named. */
  | 'noSubject'
  | 'openQuote'
  | 'noUrl'
  | 'badUrl'
  | 'notTyped'
  | 'badName'
  | 'badHeader'
  | 'redacted'
  /** The text is no plan. */
  | 'badPlan'
  /** The text is no group; what is wrong with it is said beside it. */
  | 'badGroup'
  /** Not a number, or none that the setting can have. */
  | 'range'
  | 'tooLong';

export interface CheckedForm {
  /** Null while there are errors. */
  readonly setup: Setup | null;
  readonly problems: Readonly<Partial<Record<FieldName, Problem>>>;
}

function problemOf(field: FieldName): Problem {
  const setting = settingOf(field);
  if (setting?.is === 'number') return 'range';
  if (setting?.is === 'text' && setting.subject) return 'noSubject';
  return field === 'url' ? 'noUrl' : 'tooLong';
}

export function settingOf(field: FieldName): Setting | undefined {
  return SETTINGS_LIST.find(({ key }) => key === field)?.setting;
}

export function checkForm(form: SetupForm): CheckedForm {
  const checked = setupSchema.safeParse(toSetup(form));
  const problems: Partial<Record<FieldName, Problem>> = {};
  for (const issue of checked.error?.issues ?? []) {
    const field = findField(issue.path.join('.'));
    if (field) problems[field] ??= problemOf(field);
  }
  for (const [field, problem] of ownProblems(form)) problems[field] = problem;
  return { setup: checked.success && Object.keys(problems).length === 0 ? checked.data : null, problems };
}

/** The form field that shows an error at a path of the set-up: `target.env.0.name` belongs to the table `env`. */
export function findField(path: string): FieldName | undefined {
  return findSetting(path)?.key as FieldName | undefined;
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The error of a row of variables or headers; null: none. An empty row is ignored. */
export function problemOfRow(holds: PairsSetting['holds'], row: NameValue): Extract<Problem, 'redacted' | 'badName' | 'badHeader'> | null {
  if (row.name === '' && row.value === '') return null;
  if (hasHidden(row.value)) return 'redacted';
  if (holds === 'variables') return isGoodEnvName(row.name) ? null : 'badName';
  return isGoodHeader(row) ? null : 'badHeader';
}

function isGoodEnvName(name: string): boolean {
  return name !== '' && !name.includes('=') && !name.includes('\0');
}

function isGoodHeader({ name, value }: NameValue): boolean {
  return HEADER_NAME.test(name) && !/[\r\n\0]/.test(value);
}

/** Errors the shared schema cannot find because it sees only the result. */
function* ownProblems(form: SetupForm): Generator<[FieldName, Problem]> {
  for (const { key, setting } of SETTINGS_LIST) {
    const field = key as FieldName;
    const value: unknown = form[field];
    if (typeof value === 'string' && hasHidden(value)) yield [field, 'redacted'];
    if (setting.is === 'words' && splitWords(value as string).openQuote) yield [field, 'openQuote'];
    if (setting.is !== 'pairs') continue;
    const problem = (value as readonly NameValue[]).map((row) => problemOfRow(setting.holds, row)).find((one) => one !== null);
    if (problem) yield [field, problem];
  }
  const url = toRequestUrl(form.url);
  if (url !== '' && !url.startsWith('/') && hostOf(url) === null) yield ['url', 'badUrl'];
  if (form.plan !== '' && planOf(form) === null) yield ['plan', 'badPlan'];
  if (form.target === 'group' && !readGroupOnce(form.group).ok) yield ['group', form.group.trim() === '' ? 'noSubject' : 'badGroup'];
  const host = loadedHost(form);
  if (host !== null && form.allowHost.trim().toLowerCase() !== host) yield ['allowHost', 'notTyped'];
}
