/** One session's redaction: what of its set-ups is stored, and the same values out of everything that is said about it. */
import type { Failure } from '../model/failure.ts';
import { type DocumentKind, documentIn, type PairsSetting, type Setting } from '../model/setting.ts';
import { mapSettings, type SettingValue } from '../model/settings-list.ts';
import type { NameValue, Setup } from '../model/setup.ts';
import type { RecordingEntry } from '../session/entries.ts';
import { mapTexts } from '../words/said.ts';
import { isHarmlessHeader } from './harmless-headers.ts';
import { hiddenLabel, highestLabel, isHidden, REDACTED } from './hidden.ts';
import { cutBody, redactAnswer } from './redact-answer.ts';
import { redactArguments, redactCommand } from './redact-arguments.ts';
import { redactSource, replaceInSource } from './redact-source.ts';
import { looksSecret, redactText } from './redact-text.ts';
import { type Hide, redactUrl } from './redact-url.ts';
import { replaceRanges } from './replace-ranges.ts';
import { isSecretName } from './secret-names.ts';
import { type Found, NOTHING_FOUND, ValueSearch } from './value-search.ts';
import { wellFormed } from './well-formed.ts';

export interface Redaction {
  /** True: the user wants this session to hold what they gave, and it says so. */
  readonly keepsValues: boolean;
  /** The set-up as it is stored. Equal values get equal labels, over all set-ups that pass here. */
  setup(setup: Setup): Setup;
  url(url: string): string;
  /** A sentence or a title as it is stored. */
  text(text: string): string;
  /** The source of a program as it is stored, line by line. */
  source(text: string): string;
  failure(failure: Failure): Failure;
  /** An entry as it is recorded. In output values are looked for when it is kept. */
  entry(entry: RecordingEntry): RecordingEntry;
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
  for (const setup of setups) redaction.setup(setup);
  return redaction;
}

/** A set-up as it is remembered for the next run. */
export function redactSetup(setup: Setup, redactDocument = hideWhole): Setup {
  return createRedaction(false, redactDocument).setup(setup);
}

/** How many distinct values of these set-ups would be left out. */
export function countHidden(setups: readonly Setup[], redactDocument = hideWhole): number {
  const redaction = new Redacting(redactDocument);
  for (const setup of setups) redaction.setup(setup);
  return redaction.hidden;
}

const KEEPING: Redaction = {
  keepsValues: true,
  setup: (setup) => setup,
  url: (url) => url,
  text: (text) => text,
  source: (text) => text,
  failure: (failure) => failure,
  entry: (entry) => {
    if (entry.type !== 'answers') return entry;
    return { ...entry, answers: entry.answers.map((answer) => ({ ...answer, body: answer.body && cutBody(answer.body) })) };
  },
  values: NOTHING_FOUND,
};

/** Whether a pair is stored as it is. */
const isOpen: Readonly<Record<PairsSetting['holds'], (pair: NameValue) => boolean>> = {
  variables: ({ name, value }) => !isSecretName(name) && !looksSecret(value),
  headers: ({ name, value }) => isHarmlessHeader(name) && !looksSecret(value),
};

class Redacting implements Redaction {
  readonly keepsValues = false;
  private readonly labels = new Map<string, string>();
  /** For all spellings of what was left out; null: to be made. */
  private search: ValueSearch | null = null;

  /** `labelled`: numbers up to this stand for values that were left out before. */
  constructor(
    private readonly redactDocument: RedactDocument,
    private readonly all = false,
    private readonly labelled = 0,
  ) {}

  get hidden(): number {
    return this.labels.size;
  }

  setup(setup: Setup): Setup {
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

  url(url: string): string {
    return this.text(redactUrl(url, () => REDACTED, this.all));
  }

  text(text: string): string {
    return redactText(this.withoutValues(text));
  }

  source(text: string): string {
    return redactSource(replaceInSource(text, this.values(text, false).ranges));
  }

  private withoutValues(text: string): string {
    return replaceRanges(text, this.values(text, false).ranges);
  }

  values(text: string, goesOn: boolean): Found {
    this.search ??= new ValueSearch([...this.labels.keys()].flatMap(spellingsOf));
    return this.search.find(text, goesOn);
  }

  failure(failure: Failure): Failure {
    const { says, hint, detail } = failure;
    const text = (one: string): string => this.text(one);
    const told = { ...failure, says: mapTexts(says, text), hint: hint && mapTexts(hint, text) };
    return detail === undefined ? told : { ...told, detail: this.text(detail) };
  }

  entry(entry: RecordingEntry): RecordingEntry {
    switch (entry.type) {
      case 'resolved':
        return { ...entry, url: this.url(entry.url) };
      case 'autocannon':
        return { ...entry, result: { ...entry.result, url: this.url(entry.result.url) } };
      case 'answers':
        return {
          ...entry,
          answers: entry.answers.map((answer) =>
            redactAnswer(
              answer,
              (text) => this.text(text),
              (text) => this.withoutValues(text),
            ),
          ),
        };
      case 'process':
        return { ...entry, process: { ...entry.process, title: this.text(entry.process.title) } };
      case 'timings':
        return { ...entry, timings: entry.timings.map((timing) => ({ ...timing, name: this.text(timing.name) })) };
      case 'sources': {
        const texts = Object.entries(entry.texts ?? {}).map(([url, text]) => [url, this.source(text)] as const);
        return texts.length === 0 ? entry : { ...entry, texts: Object.fromEntries(texts) };
      }
      case 'warning':
        return { ...entry, says: mapTexts(entry.says, (text) => this.text(text)) };
      case 'end':
        return { ...entry, failure: entry.failure && this.failure(entry.failure) };
      default:
        return entry;
    }
  }

  private hidePair({ name, value }: NameValue): NameValue {
    return { name, value: this.hide(value) };
  }

  /** Nothing is hidden of nothing, and what was hidden before keeps its label. */
  private readonly hide = (value: string): string => {
    if (value === '' || isHidden(value)) return value;
    const known = this.labels.get(value) ?? hiddenLabel(this.labelled + this.labels.size + 1);
    this.labels.set(value, known);
    this.search = null;
    return known;
  };
}

/** The value of each cookie. Shorter ones are words and numbers such as those of a language or a theme. */
const COOKIE = /(?:^|; ?)[\w!#$%&'*+.^`|~-]{1,256}="?([^;"\s]{6,})/g;

/**
 * A value as it may be quoted: plain, in a URL, in JSON; the password alone of `user:password`, the token alone of `Bearer token`, the
 * value alone of a cookie.
 */
function spellingsOf(value: string): string[] {
  const password = /^(?:[^\s]*:\/\/)?[^\s:/@]*:([^@]+)/.exec(value)?.[1] ?? '';
  const token = /^[A-Za-z]{3,10} +(\S+)$/.exec(value)?.[1] ?? '';
  const cookies = Array.from(value.matchAll(COOKIE), ([, one]) => one!);
  const plain = [value, password, token, ...cookies, ...cookies.map(decoded), decoded(value)];
  return plain.flatMap((one) =>
    SPELLED_ALIKE.test(one)
      ? [one]
      : [one, encodeURI(wellFormed(one)), encodeURIComponent(wellFormed(one)), JSON.stringify(one).slice(1, -1)],
  );
}

/** The same in a URL and in JSON. */
const SPELLED_ALIKE = /^[\w.~-]*$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
