/** What variants are called whose user gave them no name: by what tells them apart. */
import { describeDifferences } from '../analysis/verdicts/differences.ts';
import { shortenPath } from '../base/shorten-path.ts';
import { type Difference, variantLetter } from '../model/comparison/comparison.ts';
import { hasHidden } from '../model/setup/hidden.ts';
import { SETTINGS } from '../model/setup/settings.ts';
import type { Setup } from '../model/setup/setup.ts';
import { SUBJECTS, shortSubject, subjectOf } from '../model/setup/subject.ts';
import { createRedaction } from '../privacy/redaction.ts';
import { text } from '../words/words.ts';
import { fieldName } from './field-name.ts';

/** A title stands in sentences and table heads. */
const LONGEST_VALUE = 40;
const LONGEST_TITLE = 120;

/**
 * As much of what differs as tells all of them apart: `Node 22`, `gzip`, `/slow`, `no MODE`. Of variables all that differ: with one of them in its name, the
 * difference would be put down to that. How it was recorded comes last. Titles are stored and shown everywhere, so values
 * that are left out elsewhere are left out here. What still looks alike is called after its script and its letter.
 * `nodes`: the versions of Node they run under, as far as known.
 */
export function titleVariants(setups: readonly Setup[], nodes: readonly (string | null)[] = []): string[] {
  const files = setups.map((setup) => shortSubject(subjectOf(setup)));
  const redaction = createRedaction(false);
  const told: Difference[] = [];
  const parts = setups.map((): string[] => []);
  for (const difference of inOrder(describeDifferences(setups.map((setup) => redaction.setup(setup))))) {
    const isOfOthers = isVariable(difference) && told.some(isVariable);
    if (!isOfOthers && areDistinct(titlesOf(parts, told))) break;
    told.push(difference);
    for (const [index, words] of wordsOf(difference, setups, nodes).entries()) if (words !== null) parts[index]!.push(words);
  }
  const short = titlesOf(parts, told).map((title) => title.slice(0, LONGEST_TITLE));
  return areDistinct(short) ? short : files.map((file, index) => `${file.slice(0, LONGEST_TITLE)} ${variantLetter(index)}`);
}

/** A plan or a group is called by its file rather than by a line of it. */
function inOrder(differences: readonly Difference[]): readonly Difference[] {
  const rankOf = ({ field }: Difference): number => (FILES.includes(field) ? 0 : RECORDED.has(field) ? 2 : 1);
  return [...differences].sort((a, b) => rankOf(a) - rankOf(b));
}

const FILES: readonly string[] = ['planFile', 'groupFile'];
const RECORDED: ReadonlySet<string> = new Set(Object.keys(SETTINGS.capture.members.cpu));

const isVariable = ({ field }: Difference): boolean => field.startsWith('env.');

function areDistinct(titles: readonly string[]): boolean {
  return new Set(titles).size === titles.length;
}

/** One that has nothing of what the others have is called after that: `no MODE`. */
function titlesOf(parts: readonly (readonly string[])[], told: readonly Difference[]): string[] {
  const [first, ...others] = told;
  if (first === undefined) return parts.map(() => '');
  const missing = [first, ...others.filter((one) => isVariable(first) && isVariable(one))].map(without).join(', ');
  return parts.map((own) => (own.length === 0 ? missing : own.join(', ')));
}

function without({ field }: Difference): string {
  const name = field === 'planFile' ? 'plan' : field;
  return text('compare.variantTitle.without', { name: nameInField(name) ?? fieldName(name) });
}

/** Of a variable or a header. */
function nameInField(field: string): string | null {
  const [, ...rest] = field.split('.');
  return rest.length === 0 ? null : rest.join('.');
}

/** By variant; null: it has nothing there. */
function wordsOf(difference: Difference, setups: readonly Setup[], nodes: readonly (string | null)[]): (string | null)[] {
  const { field, values } = difference;
  const files = setups.map((setup) => shortSubject(subjectOf(setup)));
  if (field === 'planFile') return values.map((value, index) => planWords(value, values, setups[index]!));
  if (SUBJECTS.some(({ key }) => key === field)) return values.map((value) => shortenPath(value ?? '', values));
  if (field === 'node') return nodeWords(values, nodes);
  const told = field === 'args' || field === 'nodeArgs' ? values.map((value) => ownWords(value, values)) : values;
  return told.map((value, index) => (field === 'args' ? argumentWords(value, files[index]!) : valueWords(field, value)));
}

/** Without the words that all begin with, where the rest would not fit otherwise: it is what is given for this variant. */
function ownWords(value: string | null, all: readonly (string | null)[]): string | null {
  if (value === null || value.length <= LONGEST_VALUE || all.includes(null)) return value;
  const words = all.map((one) => one!.split(' '));
  const own = value.split(' ');
  const alike = own.findIndex((word, at) => words.some((one) => one[at] !== word));
  return alike <= 0 ? value : `… ${own.slice(alike).join(' ')}`;
}

/** One that was not read from a file has no name. */
function planWords(file: string | null, all: readonly (string | null)[], { plan }: Setup): string | null {
  if (file === null) return plan === null ? null : fieldName('plan');
  return all.includes(null) ? shortSubject(file) : shortenPath(file, all);
}

/** As it is started; a number alone would not say what it is. */
function argumentWords(value: string | null, file: string): string {
  return value === null || hasHidden(value) ? file : `${file} ${shorten(value)}`;
}

/** By the major version where that is enough. */
function nodeWords(paths: readonly (string | null)[], nodes: readonly (string | null)[]): string[] {
  const versions = paths.map((path, index) => nodes[index] ?? (path === null ? null : versionIn(path)));
  const majors = versions.map((version) => version?.split('.')[0]);
  const isEnough = new Set(majors).size === majors.length;
  return versions.map((version, index) => {
    if (version === null) return paths[index] ?? text('compare.variantTitle.nodeFirst');
    return text('compare.variantTitle.node', { version: isEnough ? majors[index]! : version });
  });
}

/** Version managers have it in the path: `.../v22.11.0/bin/node`, `/opt/node22/bin/node`. */
function versionIn(path: string): string | null {
  return /(?:\bv|node@?)(\d+(?:\.\d+\.\d+)?)(?=[/\\])/.exec(path)?.[1] ?? null;
}

/** What says by itself what it is. */
const PLAIN: readonly string[] = ['topology', 'url', 'method', 'client', 'nodeArgs', 'header.accept-encoding'];

function valueWords(field: string, value: string | null): string | null {
  if (value === null) return null;
  const name = nameInField(field);
  if (hasHidden(value)) return name;
  if (field === 'connections') return text('compare.variantTitle.connections', { value: Number(value) });
  if (field === 'requests') return text('compare.variantTitle.requests', { value: Number(value) });
  if (field === 'durationS') return text('compare.variantTitle.durationS', { value });
  if (PLAIN.includes(field)) return shorten(value);
  if (name !== null)
    return text(`compare.variantTitle.${field.startsWith('env.') ? 'variable' : 'header'}`, { name, value: shorten(value) });
  if (field === 'keepAlive') return text(`compare.variantTitle.${value === 'true' ? 'keepAlive' : 'noKeepAlive'}`);
  return text('compare.variantTitle.setting', { name: fieldName(field), value: shorten(value) });
}

function shorten(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE - 1)}…` : value;
}
