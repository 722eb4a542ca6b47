/** What a session's file reveals about whoever recorded it, so that it can be checked before it is passed on. Pure; two views word it. */

import { wordSaid } from '../format/word-said.ts';
import { joinLeftOut, type LeftOut } from '../model/left-out.ts';
import { hasHidden } from '../model/setup/hidden.ts';
import type { TextSetting } from '../model/setup/setting.ts';
import { type PlacedSetting, readSetting, SETTINGS_LIST, type SettingValue } from '../model/setup/settings-list.ts';
import type { NameValue, Setup } from '../model/setup/setup.ts';
import { splitWords } from '../model/setup/shell-words.ts';
import { proxyFileIn } from '../model/setup/topology.ts';
import { conceal, concealed, FactCollector, type PrivateFact } from '../privacy/fact-collector.ts';
import { isOtherMachine } from '../privacy/hide-hosts.ts';
import { redactDocument } from '../privacy/redact-document.ts';
import { looksSecret } from '../privacy/redact-text.ts';
import { redactUrl } from '../privacy/redact-url.ts';
import { redactSetup } from '../privacy/redaction.ts';
import { isSecretName } from '../privacy/secret-names.ts';
import { PARTS } from '../session/parts/parts.ts';
import type { RunRecording } from '../session/recording.ts';
import type { ServicesManifest } from '../session/services-cell.ts';

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

/** Everything of a run that is a text, as plain data: it is looked through in a process of its own. */
export type RunTexts = ReturnType<typeof textsOf>;

export function textsOf(recording: RunRecording) {
  const { header, resolved, processes, threads, warnings, failure, notes, imported, joined, leftOut } = recording;
  // Names come again in each thread.
  const frames = new Map<string, { readonly name: string; readonly url: string }>();
  for (const profile of recording.allProfiles()) for (const { name, url } of profile.frames) frames.set(`${name}\n${url}`, { name, url });
  return {
    ...{ header, resolved, processes: [...processes], threads: [...threads], warnings: [...warnings], failure, notes },
    imported: imported && { name: recording.name, load: imported.load, heap: imported.heap },
    joined: joined && { file: joined.file, result: joined.result },
    frames: [...frames.values()],
    parts: Object.fromEntries(PARTS.map((part) => [part.name, part.texts(recording[part.name])])),
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
  | { readonly of: 'comparison'; readonly manifest: ComparisonTexts }
  | { readonly of: 'services'; readonly manifest: ServicesManifest };

/** Takes one run after the other, so that one at a time has to be in memory. */
export class PrivateCollector extends FactCollector {
  private keepsValues = false;
  private leftOut: readonly LeftOut[] = [];
  private runs = 0;

  /** A run, or a profile of another tool. `folder`: where its parts lie in the file, for example `runs/NN/`. */
  addRun(recording: RunRecording, folder: string): void {
    this.addTexts(textsOf(recording), folder);
  }

  add(part: PrivatePart): void {
    if (part.of === 'run') this.addTexts(part.texts, part.folder);
    else if (part.of === 'services') this.addServices(part.manifest);
    else this.addComparison(part.manifest);
  }

  private addTexts(run: RunTexts, folder: string): void {
    const { header, resolved, processes, threads, warnings, failure, notes, joined, imported } = run;
    this.folder = folder;
    if (imported === null) this.runs += 1;
    if (header) this.redaction.know([header.setup]);
    this.addAll({ header, resolved, processes, threads, warnings, failure }, MANIFEST);
    if (header) this.addSetup(header.setup);
    this.addText('notes', notes, MANIFEST);
    this.addSuspicious(notes, MANIFEST, 'printed');
    for (const { title } of [...processes, ...threads]) this.note('processes', title, MANIFEST);
    const told = failure === null ? [] : [wordSaid(failure.says), failure.detail ?? ''];
    for (const said of [...warnings.map(wordSaid), ...told]) this.addText('messages', said, MANIFEST);
    if (imported !== null) this.note('names', imported.name, MANIFEST);
    if (joined !== null) {
      this.note('names', joined.file, MANIFEST);
      this.addAll(joined.result, MANIFEST);
    }
    if (imported?.load !== undefined) this.addAll(imported.load, MANIFEST);
    for (const { name, url } of imported?.heap?.retainers ?? []) this.addFrame(name, url, MANIFEST);
    for (const { name, url } of run.frames) this.addFrame(name, url, PROFILES);
    for (const part of PARTS) part.tell(run.parts[part.name], this);
    this.keepsValues ||= header?.keepsValues ?? false;
    this.leftOut = joinLeftOut(this.leftOut, run.leftOut);
  }

  /** What a comparison says beside its runs. */
  private addComparison(manifest: ComparisonTexts): void {
    const { comparison, notes } = manifest;
    this.folder = '';
    this.redaction.know(comparison.setup.variants.map(({ setup }) => setup));
    this.addAll(manifest, MANIFEST);
    for (const { title, setup } of comparison.setup.variants) {
      this.note('names', title, MANIFEST);
      this.addSetup(setup);
    }
    this.addText('notes', notes, MANIFEST);
    this.addSuspicious(notes, MANIFEST, 'printed');
    this.keepsValues ||= comparison.keepsValues;
  }

  private addServices(manifest: ServicesManifest): void {
    const { plan, name, createdAt, services, notes, leftOut = [] } = manifest;
    this.folder = '';
    this.addAll({ name, createdAt, folder: plan.folder, services }, MANIFEST);
    this.note('names', name, MANIFEST);
    this.addText('notes', notes, MANIFEST);
    this.addSuspicious(notes, MANIFEST, 'printed');
    for (const { failure } of services)
      if (failure !== null) for (const said of [wordSaid(failure.says), failure.detail ?? '']) this.addText('messages', said, MANIFEST);
    this.leftOut = joinLeftOut(this.leftOut, leftOut);
  }

  facts(): PrivateFacts {
    return { keepsValues: this.keepsValues, leftOut: this.leftOut, runs: this.runs, facts: this.collected() };
  }

  private addSetup(setup: Setup): void {
    const without = redactSetup(setup, redactDocument);
    for (const place of SETTINGS_LIST) {
      const value = readSetting(setup, place);
      if (value !== undefined && value !== null) this.addSetting(place, value, readSetting(without, place)!);
    }
  }

  /** `without`: the value as it would be stored if nothing that may be a secret is kept. */
  private addSetting({ key, setting }: PlacedSetting, value: SettingValue, without: SettingValue): void {
    switch (setting.is) {
      case 'pairs':
        this.addPairs(setting.holds, value as NameValue[], without as NameValue[]);
        break;
      case 'words':
        this.addArguments(key, value as string[], without as string[]);
        break;
      case 'text':
        this.addSettingText(key, setting.holds, value as string, without as string);
        break;
      default:
    }
  }

  private addArguments(key: string, words: readonly string[], without: readonly string[]): void {
    for (const [index, word] of words.entries()) {
      const example = conceal(word, without[index]!);
      this.note('arguments', word, MANIFEST, { example, isHidden: hasHidden(word) });
      if (word !== example) this.note('suspicious', `${key} ${word}`, MANIFEST, { example });
    }
  }

  private addPairs(holds: 'variables' | 'headers', pairs: readonly NameValue[], without: readonly NameValue[]): void {
    for (const [index, pair] of pairs.entries()) {
      const isHarmless = pair.value === without[index]!.value;
      // Headers are left out unless they are known to be harmless, so that being left out says little.
      const isSuspicious = !isHarmless && (holds === 'variables' || isSecretName(pair.name) || looksSecret(pair.value));
      this.addValue(holds === 'variables' ? 'environment' : 'headers', pair, MANIFEST, { isHarmless, isSuspicious });
    }
  }

  private addSettingText(key: string, holds: TextSetting['holds'], text: string, without: string): void {
    if (holds === 'path') this.addPlaces(text, MANIFEST);
    if (holds === 'topology') this.addPlaces(proxyFileIn(text) ?? '', MANIFEST);
    if (holds === 'command') this.addArguments(key, splitWords(text).words, splitWords(without).words);
    if (holds === 'host' && isOtherMachine(text)) this.note('hosts', text, MANIFEST);
    if (holds === 'content') this.note('bodies', text, MANIFEST, { example: null, isHidden: hasHidden(text) });
    if (holds !== 'url') return;
    for (const pair of /\?([^#]*)/.exec(text)?.[1]?.split(/[&;]/) ?? []) {
      this.note('parameters', pair, MANIFEST, { example: redactUrl(`?${pair}`, concealed).slice(1), isHidden: hasHidden(pair) });
    }
    if (text !== without) this.note('suspicious', `${key} ${text}`, MANIFEST, { example: conceal(text, without) });
  }
}
