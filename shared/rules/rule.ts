/**
 * One way to sentences about a result. A rule looks at a run (or a comparison) and finds what there is to say; the list that it stands in says what
 * comes before what. So that two sentences never contradict each other, a rule names those that are not said where it is.
 */
import type { Finding } from '../model/report.ts';
import type { Said } from '../words/said.ts';

/** The headline of the answer, why it is so, and the rest. */
export type AnswerLine = 'headline' | 'why' | 'rest';

/** `Part`: what is found, in figures. */
export interface Rule<Of, Part = unknown> {
  /** Stable, for programs. */
  readonly id: string;
  /** Rules of one topic can be silenced together. */
  readonly about?: string;
  /** `trust`: the figures are not what they seem without it. `bad`: no good news may come before it. */
  readonly severity: 'trust' | 'bad' | 'info';
  /** Where in the answer it is said; absent: it is no part of the answer. */
  readonly line?: AnswerLine;
  /** What its parts are called in the answer of a JSON document (docs/user/ANSWER.md). */
  readonly codes?: readonly string[];
  /** It is a warning as well, or only one. */
  readonly warns?: true;
  /** Ids, and topics, of rules that are not said where this one is. One that is not said itself silences none. */
  readonly silences?: readonly string[];
  /** What there is to say, once or several times. Null, or an empty list: nothing. `isSaid`: whether a rule has something to say and is not silenced. */
  find(of: Of, isSaid: (id: string) => boolean): readonly Part[] | Part | null;
  /** A message, or a sentence in words. */
  says(part: Part): Said | string;
  /** The figures that show it. With them, or if it `warns`, it is one of the `findings` of a JSON document. */
  evidence?(of: Of): Finding['evidence'];
}

export interface Told<Of, Part> {
  readonly rule: Rule<Of, Part>;
  readonly part: Part;
  /** Its place in the list: the lowest comes first. */
  readonly rank: number;
}

/** What the rules of a list have to say, in its order. `which`: those that are wanted; they are silenced by others all the same. */
export function applyRules<Of, Part>(
  rules: readonly Rule<Of, Part>[],
  of: Of,
  which: (rule: Rule<Of, Part>) => boolean = () => true,
): Told<Of, Part>[] {
  const known = new Map<Rule<Of, Part>, readonly Part[] | 'asked'>();

  function saidBy(rule: Rule<Of, Part>): readonly Part[] {
    const before = known.get(rule);
    if (before === 'asked') throw new Error(`The rule ${rule.id} silences itself, by way of others.`);
    if (before !== undefined) return before;
    known.set(rule, 'asked');
    const isSilenced = rules.some((other) => other !== rule && doesSilence(other, rule) && saidBy(other).length > 0);
    const found = isSilenced ? [] : find(rule);
    known.set(rule, found);
    return found;
  }

  function find(rule: Rule<Of, Part>): readonly Part[] {
    try {
      return listOf(rule.find(of, isSaid));
    } catch (error) {
      throw new Error(`The rule ${rule.id} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  function isSaid(id: string): boolean {
    return rules.some((rule) => rule.id === id && saidBy(rule).length > 0);
  }

  return rules.flatMap((rule, rank) => (which(rule) ? saidBy(rule).map((part) => ({ rule, part, rank })) : []));
}

/** No part is a list. */
function listOf<Part>(found: readonly Part[] | Part | null): readonly Part[] {
  if (found === null) return [];
  return Array.isArray(found) ? found : [found as Part];
}

/** As a message. */
export function saidOf<Of, Part>({ rule, part }: Pick<Told<Of, Part>, 'rule' | 'part'>): Said {
  const said = rule.says(part);
  return typeof said === 'string' ? { verbatim: said } : said;
}

/** What the rules of a list have to say, with the figures that show it, where a rule has some. */
export function findingsOf<Of, Part>(
  rules: readonly Rule<Of, Part>[],
  of: Of,
  which: (rule: Rule<Of, Part>) => boolean = () => true,
): Finding[] {
  return applyRules(rules, of, which).map((told) => {
    const { id, severity, evidence } = told.rule;
    return { id, severity, says: saidOf(told), evidence: evidence?.(of) ?? [], rank: told.rank };
  });
}

export function doesSilence(rule: Rule<never>, { id, about }: Rule<never>): boolean {
  return rule.silences?.some((one) => one === id || one === about) ?? false;
}

/** What a reader should know before trusting the figures. Only that: it is no part of the answer. */
export type Warning<Of> = Rule<Of, Said>;

export function warning<Of>(id: string, find: Warning<Of>['find'], more: Pick<Warning<Of>, 'silences'> = {}): Warning<Of> {
  return { id, severity: 'trust', warns: true, find, says: (said) => said, ...more };
}
