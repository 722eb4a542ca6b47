/** What a session's file reveals about whoever recorded it, so that it can be checked before it is passed on. Pure; two views word it. */

import { showHidden } from '../format/show-hidden.ts';
import type { KeptAnswer } from '../model/kept-answer.ts';
import { joinLeftOut, type LeftOut } from '../model/left-out.ts';
import type { TextSetting } from '../model/setting.ts';
import { type PlacedSetting, readSetting, SETTINGS_LIST, type SettingValue } from '../model/settings-list.ts';
import type { NameValue, Setup } from '../model/setup.ts';
import { splitWords } from '../model/shell-words.ts';
import { proxyFileIn } from '../model/topology.ts';
import type { RunRecording } from '../session/recording.ts';
import { wordSaid } from '../words/word-said.ts';
import { text } from '../words/words.ts';
import { ANY_LABEL, hasHidden } from './hidden.ts';
import { isDigest } from './redact-answer.ts';
import { redactDocument } from './redact-document.ts';
import { redactSource } from './redact-source.ts';
import { looksSecret, redactText } from './redact-text.ts';
import { redactUrl } from './redact-url.ts';
import { createRedaction, redactSetup } from './redaction.ts';
import { replaceRanges } from './replace-ranges.ts';
import { isSecretName } from './secret-names.ts';

/** In the order they are shown: what matters most first. */
export const PRIVATE_SUBJECTS = [
  'suspicious',
  'users',
  'paths',
  'hosts',
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

export interface PrivateFacts {
  /** All values that were given are stored in it. */
  readonly keepsValues: boolean;
  /** What this copy was saved without. */
  readonly leftOut: readonly LeftOut[];
  /** Runs that were looked through; 0: it is a profile of another tool. */
  readonly runs: number;
  /** Only of subjects that there is something of. */
  readonly facts: readonly PrivateFact[];
}

const MANIFEST = 'manifest.json';
const PROFILES = 'profiles/*.cpuprofile';
const LONGEST_EXAMPLE = 120;
/** In the place of a value that is in the file and should not be on the screen: it must not look like one that was left out. */
const concealed = (): string => text('privacy.concealed');

/** `redacted` is what `kept` would be without its secrets; what was left out when it was recorded stays as it is. */
function conceal(kept: string, redacted: string): string {
  return redacted.replace(ANY_LABEL, (label) => (kept.includes(label) ? label : concealed()));
}

interface Found {
  readonly items: Map<string, { readonly example: string | null; readonly isHidden: boolean }>;
  readonly parts: Set<string>;
  length: number;
}

/** Everything of a run that is a text, as plain data: it is looked through in a process of its own. */
export type RunTexts = ReturnType<typeof textsOf>;

export function textsOf(recording: RunRecording) {
  const { header, resolved, processes, threads, warnings, failure, notes, imported, joined, ticks, answers, served, leftOut } = recording;
  // Names come again in each thread.
  const frames = new Map<string, { readonly name: string; readonly url: string }>();
  for (const profile of recording.allProfiles()) for (const { name, url } of profile.frames) frames.set(`${name}\n${url}`, { name, url });
  return {
    ...{ header, resolved, processes: [...processes], threads: [...threads], warnings: [...warnings], failure, notes },
    imported: imported && { name: recording.name, load: imported.load },
    joined: joined && { file: joined.file, result: joined.result },
    autocannon: [...recording.autocannonResults],
    frames: [...frames.values()],
    ticks: ticks && {
      frames: ticks.stacks.frames.map(({ name, url }) => ({ name, url })),
      libraries: ticks.libraries.map(({ name }) => name),
    },
    sourceUrls: [...new Set(Object.values(recording.positions).map(({ url }) => url))],
    answers: [...(answers ?? [])],
    calls: served.calls.map(({ to }) => to),
    routes: [...served.routes],
    sharedNames: (served.sharedWork?.names ?? []).flatMap(({ names }) => [...names]),
    otherThreads: recording.threadSeries.threads().map(({ title }) => ({ title })),
    timings: [...new Set(recording.timings.map(({ name }) => name))],
    sources: Object.values(recording.sourceTexts),
    output: recording.outputPieces.map(({ text }) => text).join(''),
    leftOut,
  };
}

/** What a comparison says beside its runs. */
export interface ComparisonTexts {
  readonly comparison: {
    readonly keepsValues: boolean;
    readonly setup: { readonly variants: readonly { title: string; setup: Setup }[] };
  };
  readonly notes: string;
}

/** One after the other, so that one at a time has to be in memory. `folder`: where its parts lie in the file, for example `runs/NN/`. */
export type PrivatePart =
  | { readonly of: 'run'; readonly texts: RunTexts; readonly folder: string }
  | { readonly of: 'comparison'; readonly manifest: ComparisonTexts };

/** Takes one run after the other, so that one at a time has to be in memory. */
export class PrivateCollector {
  private readonly found = new Map<PrivateSubject, Found>();
  private keepsValues = false;
  private leftOut: readonly LeftOut[] = [];
  private runs = 0;
  /** Knows the values of all set-ups: one that should not be in the file is looked for in all of it. */
  private readonly redaction = createRedaction(false, redactDocument);

  /** A run, or a profile of another tool. `folder`: where its parts lie in the file, for example `runs/NN/`. */
  addRun(recording: RunRecording, folder: string): void {
    this.addTexts(textsOf(recording), folder);
  }

  add(part: PrivatePart): void {
    if (part.of === 'run') this.addTexts(part.texts, part.folder);
    else this.addComparison(part.manifest);
  }

  private addTexts(run: RunTexts, folder: string): void {
    const { header, resolved, processes, threads, warnings, failure, notes, joined, imported } = run;
    if (imported === null) this.runs += 1;
    if (header) this.redaction.know([header.setup]);
    this.addManifest({ header, resolved, processes, threads, warnings, failure }, `${folder}${MANIFEST}`);
    if (header) this.addSetup(header.setup, `${folder}${MANIFEST}`);
    this.addManifest(run.autocannon, `${folder}autocannon.json`);
    this.addText('notes', notes, `${folder}${MANIFEST}`);
    this.addSuspicious(notes, `${folder}${MANIFEST}`, this.withoutValues);
    for (const { title } of [...processes, ...threads, ...run.otherThreads]) this.note('processes', title, `${folder}${MANIFEST}`);
    const told = failure === null ? [] : [wordSaid(failure.says), failure.detail ?? ''];
    for (const said of [...warnings.map(wordSaid), ...told]) this.addText('messages', said, `${folder}${MANIFEST}`);
    if (imported !== null) this.note('names', imported.name, `${folder}${MANIFEST}`);
    if (joined !== null) {
      this.note('names', joined.file, `${folder}${MANIFEST}`);
      this.addManifest(joined.result, `${folder}${MANIFEST}`);
    }
    if (imported?.load !== undefined) this.addManifest(imported.load, `${folder}${MANIFEST}`);
    for (const { name, url } of run.frames) this.addFrame(name, url, `${folder}${PROFILES}`);
    for (const { name, url } of run.ticks?.frames ?? []) this.addFrame(name, url, `${folder}ticks.json`);
    for (const name of run.ticks?.libraries ?? []) this.addPlaces(name, `${folder}ticks.json`);
    for (const url of run.sourceUrls) this.addPlaces(url, `${folder}sources.json`);
    for (const answer of run.answers) this.addAnswer(answer, `${folder}answers.json`);
    for (const to of run.calls) this.addPlaces(to, `${folder}served.json`);
    for (const named of [...run.routes, ...run.calls])
      this.addSuspicious(named, `${folder}served.json`, (text) => this.redaction.words(text));
    for (const name of run.sharedNames) this.addPlaces(name, `${folder}served.json`);
    for (const name of run.timings) this.addText('output', name, `${folder}timings.json`);
    for (const source of run.sources) this.addSource(source, `${folder}texts.json`);
    this.addText('output', run.output, `${folder}output.txt`);
    for (const line of run.output.split('\n')) {
      const without = this.withoutSecrets(line, this.withoutValues);
      if (without !== null) this.note('outputSecrets', line, `${folder}output.txt`, { example: without });
    }
    this.keepsValues ||= header?.keepsValues ?? false;
    this.leftOut = joinLeftOut(this.leftOut, run.leftOut);
  }

  /** What a comparison says beside its runs. */
  private addComparison(manifest: ComparisonTexts): void {
    const { comparison, notes } = manifest;
    this.redaction.know(comparison.setup.variants.map(({ setup }) => setup));
    this.addManifest(manifest, MANIFEST);
    for (const { title, setup } of comparison.setup.variants) {
      this.note('names', title, MANIFEST);
      this.addSetup(setup, MANIFEST);
    }
    this.addText('notes', notes, MANIFEST);
    this.addSuspicious(notes, MANIFEST, this.withoutValues);
    this.keepsValues ||= comparison.keepsValues;
  }

  facts(): PrivateFacts {
    const facts = PRIVATE_SUBJECTS.flatMap((about) => {
      const found = this.found.get(about);
      return found === undefined ? [] : [factOf(about, found)];
    });
    return { keepsValues: this.keepsValues, leftOut: this.leftOut, runs: this.runs, facts };
  }

  private addSetup(setup: Setup, part: string): void {
    const without = redactSetup(setup, redactDocument);
    for (const place of SETTINGS_LIST) {
      const value = readSetting(setup, place);
      if (value !== undefined && value !== null) this.addSetting(place, value, readSetting(without, place)!, part);
    }
  }

  /** `without`: the value as it would be stored if nothing that may be a secret is kept. */
  private addSetting({ key, setting }: PlacedSetting, value: SettingValue, without: SettingValue, part: string): void {
    switch (setting.is) {
      case 'pairs':
        this.addPairs(setting.holds, value as NameValue[], without as NameValue[], part);
        break;
      case 'words':
        this.addArguments(key, value as string[], without as string[], part);
        break;
      case 'text':
        this.addSettingText(key, setting.holds, value as string, without as string, part);
        break;
      default:
    }
  }

  private addArguments(key: string, words: readonly string[], without: readonly string[], part: string): void {
    for (const [index, word] of words.entries()) {
      const example = conceal(word, without[index]!);
      this.note('arguments', word, part, { example, isHidden: hasHidden(word) });
      if (word !== example) this.note('suspicious', `${key} ${word}`, part, { example });
    }
  }

  private addPairs(holds: 'variables' | 'headers', pairs: readonly NameValue[], without: readonly NameValue[], part: string): void {
    for (const [index, pair] of pairs.entries()) {
      const isHarmless = pair.value === without[index]!.value;
      // Headers are left out unless they are known to be harmless, so that being left out says little.
      const isSuspicious = !isHarmless && (holds === 'variables' || isSecretName(pair.name) || looksSecret(pair.value));
      this.addValue(holds === 'variables' ? 'environment' : 'headers', pair, part, { isHarmless, isSuspicious });
    }
  }

  private addSettingText(key: string, holds: TextSetting['holds'], text: string, without: string, part: string): void {
    if (holds === 'path') this.addPlaces(text, part);
    if (holds === 'topology') this.addPlaces(proxyFileIn(text) ?? '', part);
    if (holds === 'command') this.addArguments(key, splitWords(text).words, splitWords(without).words, part);
    if (holds === 'host') this.note('hosts', text, part);
    if (holds === 'content') this.note('bodies', text, part, { example: null, isHidden: hasHidden(text) });
    if (holds !== 'url') return;
    for (const pair of /\?([^#]*)/.exec(text)?.[1]?.split(/[&;]/) ?? []) {
      this.note('parameters', pair, part, { example: redactUrl(`?${pair}`, concealed).slice(1), isHidden: hasHidden(pair) });
    }
    if (text !== without) this.note('suspicious', `${key} ${text}`, part, { example: conceal(text, without) });
  }

  /** `isHarmless`: it may be shown; `isSuspicious`: it should not be in the file, not only left out to be on the safe side. */
  private addValue(
    about: 'environment' | 'headers' | 'answerHeaders',
    { name, value }: NameValue,
    part: string,
    is: { isHarmless: boolean; isSuspicious: boolean },
  ): void {
    const example = `${name}=${is.isHarmless ? value : concealed()}`;
    this.note(about, `${name}=${value}`, part, { example, isHidden: hasHidden(value) });
    if (is.isSuspicious) this.note('suspicious', `${about} ${name}`, part, { example });
  }

  private addAnswer({ head, body }: KeptAnswer, part: string): void {
    for (const { name, value } of head?.headers ?? []) {
      const isSecret =
        !hasHidden(value) && (isSecretName(name) || (looksSecret(value) && !isDigest(name)) || this.withoutValues(value) !== value);
      this.addValue('answerHeaders', { name, value }, part, { isHarmless: !isSecret, isSuspicious: isSecret });
    }
    if (body === null || body.text === '') return;
    this.addText('answerBodies', body.text, part);
    this.addPlaces(body.text, part);
    for (const line of body.text.split('\n')) this.addSuspicious(line, part, this.withoutValues);
  }

  private addSource(source: string, part: string): void {
    this.addText('source', source, part);
    this.addPlaces(source, part);
    for (const line of source.split('\n')) {
      const without = redactSource(this.withoutValues(line));
      if (without !== line && !hasHidden(line)) this.note('suspicious', line, part, { example: conceal(line, without).trim() });
    }
  }

  /** Everything written in it, whatever it is called, so that a setting that is new is looked through as well. */
  private addManifest(manifest: object, part: string): void {
    for (const [place, text] of stringsOf(manifest)) {
      this.addPlaces(text, part);
      if (/(?:\bcreatedAt|^\d+\.(?:start|finish))$/.test(place)) this.note('times', text, part);
      if (/\benvironment\.(?:cpu|os|arch)$/.test(place)) this.note('machine', text, part);
      if (/(?:^|\.)(?:header|comparison)\.name$/.test(place)) this.note('names', text, part);
      // Set-ups are judged with their names, ids are ours, and the command is the set-up again.
      if (/\bsetup\b|\.id$|\.command$/.test(place)) continue;
      this.addSuspicious(text, part, (one) => this.redaction.words(one), place);
    }
  }

  private addFrame(name: string, url: string, part: string): void {
    this.note('functions', `${name} ${url}`, part, { example: name === '' || url === '' ? null : name });
    this.addPlaces(url, part);
    // Names of functions look like anything.
    for (const one of [name, url]) {
      const without = this.redaction.code(one);
      if (without !== one) this.note('suspicious', one, part, { example: conceal(one, without) });
    }
  }

  /** `place`: what it is called, where that is not said elsewhere. */
  private addSuspicious(text: string, part: string, withoutValues: (text: string) => string, place = ''): void {
    const without = this.withoutSecrets(text, withoutValues);
    if (without !== null) this.note('suspicious', text, part, { example: place === '' ? without : `${place}: ${without}` });
  }

  /** Null: there are none, by their shapes or as values of a set-up. */
  private withoutSecrets(text: string, withoutValues: (text: string) => string): string | null {
    const without = redactText(withoutValues(text));
    return without === text ? null : conceal(text, without);
  }

  private readonly withoutValues = (text: string): string => replaceRanges(text, this.redaction.values(text, false).ranges);

  /** Paths, the users whose folders they lie in, and other machines that are named. */
  private addPlaces(text: string, part: string): void {
    const path = PATH.exec(text)?.[0];
    if (path !== undefined) this.note('paths', path, part);
    for (const [, user, root] of text.matchAll(HOME)) this.note('users', user ?? root!, part);
    for (const [, host] of text.matchAll(HOST)) if (!LOOPBACK.test(host!)) this.note('hosts', host!, part);
  }

  private addText(about: 'answerBodies' | 'output' | 'source' | 'messages' | 'notes', text: string, part: string): void {
    if (text === '') return;
    const example = text.split('\n').find((line) => line.trim() !== '') ?? '';
    this.note(about, text, part, { example: this.withoutSecrets(example, this.withoutValues) ?? example });
    this.of(about).length += text.length;
  }

  private note(
    about: PrivateSubject,
    item: string,
    part: string,
    { example = item, isHidden = false }: { example?: string | null; isHidden?: boolean } = {},
  ): void {
    if (item === '') return;
    const found = this.of(about);
    found.parts.add(part);
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
const HOST = /\b(?!file:)[a-z][a-z\d+.-]{0,30}:\/\/(?:[^\s/?#@]{0,256}@)?(\[[^\]\s]{1,60}\]|[^\s/:?#"'<>()[\]]{1,253})/gi;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

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
