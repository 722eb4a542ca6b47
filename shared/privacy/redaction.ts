/**
 * One session's redaction. First the values of its set-ups that may be secrets are found, by names and shapes; then the same values are left out of
 * everything else: of the other settings, and of whatever is recorded or said (searched-values.ts has where and in which forms).
 */
import type { Failure } from '../model/failure.ts';
import { hiddenLabel, highestLabel, isHidden, REDACTED } from '../model/setup/hidden.ts';
import { type DocumentKind, documentIn, type PairsSetting, type Setting, type TextSetting } from '../model/setup/setting.ts';
import { mapSettings, type SettingValue } from '../model/setup/settings-list.ts';
import type { NameValue, Setup } from '../model/setup/setup.ts';
import { mapTexts } from '../words/said.ts';
import { isHarmlessHeader } from './harmless-headers.ts';
import { mapStrings } from './map-strings.ts';
import { redactArguments, redactCommand } from './redact-arguments.ts';
import { redactSource, replaceInSource } from './redact-source.ts';
import { looksSecret, redactText } from './redact-text.ts';
import { type Hide, redactUrl } from './redact-url.ts';
import { replaceRanges } from './replace-ranges.ts';
import { formsOf, type Place } from './searched-values.ts';
import { isSecretName } from './secret-names.ts';
import { type Found, NOTHING_FOUND, ValueSearch } from './value-search.ts';

export interface Redaction {
  /** True: the user wants this session to hold what they gave, and it says so. */
  readonly keepsValues: boolean;
  /** Before the first of several set-ups is stored: a value that is left out of one is left out of all. */
  know(setups: readonly Setup[]): void;
  /** The set-up as it is stored. Equal values get equal labels, over all set-ups that pass here. */
  setup(setup: Setup): Setup;
  url(url: string): string;
  /** A sentence or a title as it is stored. */
  text(text: string): string;
  /** A name or a note of the user: without the values of the set-ups, and as it is otherwise. */
  words(text: string): string;
  /** Names of functions, files and folders in it, without those values that are no ordinary words. Fields that are called so, too. */
  code<T>(value: T): T;
  /** The source of a program as it is stored, line by line. */
  source(text: string): string;
  failure(failure: Failure): Failure;
  /** Where values that were left out stand in what the script printed, which stays as it is otherwise. `goesOn`: more of it will come. */
  values(text: string, goesOn: boolean): Found;
}

/** `keepsValues`: nothing is left out. */
export function createRedaction(keepsValues: boolean, redactDocument = hideWhole): Redaction {
  return keepsValues ? KEEPING : new Redacting(redactDocument);
}

/** What of a plan or a group is stored; `all`: no value of it. Reading them takes a parser: whoever has none leaves them out as a whole. */
export type RedactDocument = (text: string, hide: Hide, all: boolean, kind: DocumentKind) => string;

const hideWhole: RedactDocument = (text, hide) => hide(text);

/** One that leaves out every value of these set-ups, harmless or not. Names stay. */
export function createFullRedaction(setups: readonly Setup[], redactDocument = hideWhole): Redaction {
  const redaction = new Redacting(redactDocument, true, highestLabel(setups));
  redaction.know(setups);
  return redaction;
}

/** A set-up as it is remembered for the next run. */
export function redactSetup(setup: Setup, redactDocument = hideWhole): Setup {
  return createRedaction(false, redactDocument).setup(setup);
}

/** How many distinct values of these set-ups would be left out. */
export function countHidden(setups: readonly Setup[], redactDocument = hideWhole): number {
  const redaction = new Redacting(redactDocument);
  redaction.know(setups);
  return redaction.hidden;
}

const KEEPING: Redaction = {
  keepsValues: true,
  know: () => {},
  setup: (setup) => setup,
  url: (url) => url,
  text: (text) => text,
  words: (text) => text,
  code: (value) => value,
  source: (text) => text,
  failure: (failure) => failure,
  values: NOTHING_FOUND,
};

/** Whether a pair is stored as it is. */
const isOpen: Readonly<Record<PairsSetting['holds'], (pair: NameValue) => boolean>> = {
  variables: ({ name, value }) => !isSecretName(name) && !looksSecret(value),
  headers: ({ name, value }) => isHarmlessHeader(name) && !looksSecret(value),
};

/** Names come again with every slice of a profile. */
const MOST_REMEMBERED = 20_000;

class Redacting implements Redaction {
  readonly keepsValues = false;
  private readonly labels = new Map<string, string>();
  /** Those of them that names or shapes give away. */
  private readonly secrets: ReadonlySet<string> | null;
  /** For all forms of what was left out, by place; `labelled`: that have its number. */
  private readonly searches = new Map<string, ValueSearch>();
  private readonly names = new Map<string, string>();

  /** `labelled`: numbers up to this stand for values that were left out before. `all`: harmless values are left out as well. */
  constructor(
    private readonly redactDocument: RedactDocument,
    private readonly all = false,
    private readonly labelled = 0,
  ) {
    this.secrets = all ? new Set() : null;
  }

  get hidden(): number {
    return this.labels.size;
  }

  know(setups: readonly Setup[]): void {
    for (const setup of setups) this.hideGiven(setup);
    if (this.secrets === null) return;
    // Left out of everything else are the harmless ones only where they cannot be the name of something.
    const strict = new Redacting(this.redactDocument);
    strict.know(setups);
    for (const value of strict.labels.keys()) (this.secrets as Set<string>).add(value);
  }

  setup(setup: Setup): Setup {
    const hidden = this.hideGiven(setup);
    return this.labels.size === 0 ? hidden : mapSettings(hidden, ({ setting }, value) => this.elsewhere(setting, value));
  }

  /** Without the values that their own names and shapes give away. */
  private hideGiven(setup: Setup): Setup {
    return mapSettings(setup, ({ setting }, value) => this.value(setting, value));
  }

  private value(setting: Setting, value: SettingValue): SettingValue {
    const { hide, all } = this;
    const kind = documentIn(setting);
    switch (setting.is) {
      case 'words':
        return all ? (value as string[]).map(hide) : redactArguments(value as string[], hide);
      case 'pairs':
        return (value as NameValue[]).map((pair) => (!all && isOpen[setting.holds](pair) ? pair : this.hidePair(pair)));
      case 'text':
        if (value === null) return null;
        if (setting.holds === 'url' || setting.holds === 'server') return redactUrl(value as string, hide, all);
        if (kind !== null) return isHidden(value as string) ? value : this.redactDocument(value as string, hide, all, kind);
        if (setting.holds === 'command') return redactCommand(value as string, hide, all);
        return setting.holds === 'content' ? hide(value as string) : value;
      default:
        return value;
    }
  }

  /** Without the values of other settings. */
  private elsewhere(setting: Setting, value: SettingValue): SettingValue {
    switch (setting.is) {
      case 'words':
        return (value as string[]).map((word) => this.without(word, 'given', true));
      case 'pairs':
        return (value as NameValue[]).map((pair) => ({ name: pair.name, value: this.without(pair.value, 'given', true) }));
      case 'text':
        if (value === null || PLAIN.includes(setting.holds)) return value;
        return this.without(value as string, IN_CODE.includes(setting.holds) ? 'code' : 'given', true);
      default:
        return value;
    }
  }

  url(url: string): string {
    return redactText(
      this.without(
        redactUrl(url, () => REDACTED, this.all),
        'given',
      ),
    );
  }

  text(text: string): string {
    return redactText(this.without(text, 'said'));
  }

  words(text: string): string {
    return this.without(text, 'given');
  }

  source(text: string): string {
    return redactSource(replaceInSource(text, this.values(text, false).ranges));
  }

  code<T>(value: T): T {
    return this.labels.size === 0 ? value : (mapStrings(value, (text) => this.name(text)) as T);
  }

  private name(text: string): string {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    const name = this.without(text, 'code');
    if (this.names.size >= MOST_REMEMBERED) this.names.clear();
    this.names.set(text, name);
    return name;
  }

  private without(text: string, place: Place, labelled = false): string {
    const { ranges } = this.search(place, labelled).find(text, false);
    return ranges.length === 0 ? text : replaceRanges(text, ranges);
  }

  values(text: string, goesOn: boolean): Found {
    return this.search('said', false).find(text, goesOn);
  }

  private search(place: Place, labelled: boolean): ValueSearch {
    const key = `${place} ${labelled}`;
    const known = this.searches.get(key);
    if (known !== undefined) return known;
    const { secrets } = this;
    const looked = [...this.labels].filter(([value]) => place !== 'code' || (secrets?.has(value) ?? true));
    const search = new ValueSearch(looked.flatMap(([value, label]) => formsOf(value, labelled ? label : REDACTED, place)));
    this.searches.set(key, search);
    return search;
  }

  failure(failure: Failure): Failure {
    const { says, hint, detail } = failure;
    const text = (one: string): string => this.text(one);
    const told = { ...failure, says: mapTexts(says, text), hint: hint && mapTexts(hint, text) };
    return detail === undefined ? told : { ...told, detail: this.text(detail) };
  }

  private hidePair({ name, value }: NameValue): NameValue {
    return { name, value: this.hide(value) };
  }

  /** Nothing is hidden of nothing, and what was hidden before keeps its label. */
  private readonly hide = (value: string): string => {
    if (value === '' || isHidden(value)) return value;
    const known = this.labels.get(value) ?? hiddenLabel(this.labelled + this.labels.size + 1);
    if (!this.labels.has(value)) {
      this.labels.set(value, known);
      this.searches.clear();
      this.names.clear();
    }
    return known;
  };
}

/** Figures in a notation of their own. */
const PLAIN: readonly TextSetting['holds'][] = ['schedule', 'levels', 'pid'];
/** Paths, and documents with words of their own. */
const IN_CODE: readonly TextSetting['holds'][] = ['path', 'topology', 'plan', 'group'];
