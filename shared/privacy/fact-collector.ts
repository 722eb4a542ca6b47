/** What a session's texts reveal, counted by subject: the looking and counting itself. What is looked through is in private-facts.ts. Pure. */

import { showHidden } from '../base/show-hidden.ts';
import { ANY_LABEL, hasHidden } from '../model/setup/hidden.ts';
import type { NameValue } from '../model/setup/setup.ts';
import { text } from '../words/words.ts';
import { hostsIn } from './hide-hosts.ts';
import { redactDocument } from './redact-document.ts';
import { redactText } from './redact-text.ts';
import { createRedaction } from './redaction.ts';
import { replaceRanges } from './replace-ranges.ts';

/** In the order they are shown: what matters most first. */
export const PRIVATE_SUBJECTS = [
  'suspicious',
  'users',
  'paths',
  'hosts',
  'statements',
  'environment',
  'headers',
  'arguments',
  'parameters',
  'bodies',
  'answerHeaders',
  'answerBodies',
  'output',
  'source',
  'outputSecrets',
  'messages',
  'notes',
  'names',
  'processes',
  'functions',
  'machine',
  'times',
] as const;
export type PrivateSubject = (typeof PRIVATE_SUBJECTS)[number];

export interface PrivateFact {
  readonly about: PrivateSubject;
  /** How many distinct ones; of `answerBodies`, `output`, `source`, `messages` and `notes` their length in characters. */
  readonly count: number;
  /** Of these, whose value is left out. */
  readonly hidden: number;
  /** Parts of the file that have it; `*` stands for the number of a run or a process. */
  readonly parts: readonly string[];
  /** One of them, short, invisible characters written out; never one that looks like a secret. Null: there is none to show. */
  readonly example: string | null;
}

const LONGEST_EXAMPLE = 120;
/** In the place of a value that is in the file and should not be on the screen: it must not look like one that was left out. */
export const concealed = (): string => text('privacy.concealed');

/** `redacted` is what `kept` would be without its secrets; what was left out when it was recorded stays as it is. */
export function conceal(kept: string, redacted: string): string {
  return redacted.replace(ANY_LABEL, (label) => (kept.includes(label) ? label : concealed()));
}

interface Found {
  readonly items: Map<string, { readonly example: string | null; readonly isHidden: boolean }>;
  readonly parts: Set<string>;
  length: number;
}

export class FactCollector {
  private readonly found = new Map<PrivateSubject, Found>();
  /** Knows the values of all set-ups: one that should not be in the file is looked for in all of it. */
  protected readonly redaction = createRedaction(false, redactDocument);
  /** Where the files lie whose texts are looked through, for example `runs/NN/`. */
  protected folder = '';

  /** Only of subjects that there is something of. */
  protected collected(): PrivateFact[] {
    return PRIVATE_SUBJECTS.flatMap((about) => {
      const found = this.found.get(about);
      return found === undefined ? [] : [factOf(about, found)];
    });
  }

  /** `isHarmless`: it may be shown; `isSuspicious`: it should not be in the file, not only left out to be on the safe side. */
  addValue(
    about: 'environment' | 'headers' | 'answerHeaders',
    { name, value }: NameValue,
    file: string,
    is: { isHarmless: boolean; isSuspicious: boolean },
  ): void {
    const example = `${name}=${is.isHarmless ? value : concealed()}`;
    this.note(about, `${name}=${value}`, file, { example, isHidden: hasHidden(value) });
    if (is.isSuspicious) this.note('suspicious', `${about} ${name}`, file, { example });
  }

  /** Everything written in it, whatever it is called, so that a setting that is new is looked through as well. */
  addAll(value: object, file: string): void {
    for (const [place, text] of stringsOf(value)) {
      this.addPlaces(text, file);
      if (/(?:\bcreatedAt|^\d+\.(?:start|finish))$/.test(place)) this.note('times', text, file);
      if (/\benvironment\.(?:cpu|os|arch)$/.test(place)) this.note('machine', text, file);
      if (/(?:^|\.)(?:header|comparison)\.name$/.test(place)) this.note('names', text, file);
      // Set-ups are judged with their names, ids are ours, and the command is the set-up again.
      if (/\bsetup\b|\.id$|\.command$/.test(place)) continue;
      this.addSuspicious(text, file, 'words', place);
    }
  }

  addFrame(name: string, url: string, file: string): void {
    this.note('functions', `${name} ${url}`, file, { example: name === '' || url === '' ? null : name });
    this.addPlaces(url, file);
    // Names of functions look like anything.
    for (const one of [name, url]) {
      const without = this.redaction.code(one);
      if (without !== one) this.noteSuspicious(one, without, file);
    }
  }

  /** Something that should not be in the file: `without` is what it would be without its secrets. */
  noteSuspicious(text: string, without: string, file: string): void {
    this.note('suspicious', text, file, { example: conceal(text, without).trim() });
  }

  /** A line that a program has printed, if there is a secret in it. */
  addPrinted(line: string, file: string): void {
    const without = this.withoutSecrets(line, 'printed');
    if (without !== null) this.note('outputSecrets', line, file, { example: without });
  }

  /** A secret, or a value of a set-up: in a name or note of the user (`words`), or as programs print it. `place`: what it is called, where that is not said elsewhere. */
  addSuspicious(text: string, file: string, as: 'words' | 'printed', place = ''): void {
    const without = this.withoutSecrets(text, as);
    if (without !== null) this.note('suspicious', text, file, { example: place === '' ? without : `${place}: ${without}` });
  }

  /** Null: there are none, by their shapes or as values of a set-up. */
  private withoutSecrets(text: string, as: 'words' | 'printed'): string | null {
    const without = redactText(as === 'words' ? this.redaction.words(text) : this.withoutValues(text));
    return without === text ? null : conceal(text, without);
  }

  withoutValues(text: string): string {
    return replaceRanges(text, this.redaction.values(text, false).ranges);
  }

  /** Paths, the users whose folders they lie in, and other machines that are named. */
  addPlaces(text: string, file: string): void {
    const path = PATH.exec(text)?.[0];
    if (path !== undefined) this.note('paths', path, file);
    for (const [, user, root] of text.matchAll(HOME)) this.note('users', user ?? root!, file);
    for (const { host } of hostsIn(text)) this.note('hosts', host, file);
  }

  addText(about: 'answerBodies' | 'output' | 'source' | 'messages' | 'notes', text: string, file: string): void {
    if (text === '') return;
    const example = text.split('\n').find((line) => line.trim() !== '') ?? '';
    this.note(about, text, file, { example: this.withoutSecrets(example, 'printed') ?? example });
    this.of(about).length += text.length;
  }

  note(
    about: PrivateSubject,
    item: string,
    file: string,
    { example = item, isHidden = false }: { example?: string | null; isHidden?: boolean } = {},
  ): void {
    if (item === '') return;
    const found = this.of(about);
    found.parts.add(`${this.folder}${file}`);
    found.items.set(item, { example, isHidden });
  }

  private of(about: PrivateSubject): Found {
    const found = this.found.get(about) ?? { items: new Map(), parts: new Set<string>(), length: 0 };
    this.found.set(about, found);
    return found;
  }
}

const PATH = /^(?:file:\/\/)?\/?(?:[A-Za-z]:[\\/]|\/)[^\s"'<>]+\/?[^\n]*/;
const HOME = /[/\\](?:home|Users)[/\\]+([^/\\\s"'`:]+)|\/(root)\//g;

function factOf(about: PrivateSubject, { items, parts, length }: Found): PrivateFact {
  const all = [...items.values()];
  const shown = all.flatMap((one) => (one.example === null || one.isHidden ? [] : [one.example]));
  const example = shown.find((one) => !one.includes(concealed())) ?? shown[0] ?? null;
  return {
    about,
    count: length > 0 ? length : all.length,
    hidden: all.filter(({ isHidden }) => isHidden).length,
    parts: [...parts].sort(),
    example: example === null ? null : shorten(showHidden(example)),
  };
}

function shorten(text: string): string {
  return text.length <= LONGEST_EXAMPLE ? text : `${text.slice(0, LONGEST_EXAMPLE)}…`;
}

/** Every text in it and where it stands: `session.setup.target.script`. */
function* stringsOf(value: unknown, place = ''): Generator<readonly [place: string, text: string]> {
  if (typeof value === 'string') yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* stringsOf(inner, place === '' ? key : `${place}.${key}`);
}
