/**
 * One way to sentences about a result. A rule looks at a run (or a comparison) and finds what there is to say; the list that it stands in says what
 * comes before what. So that two sentences never contradict each other, a rule names those that are not said where it is.
 */
import type { Finding, OfferedExperiment } from '../model/report.ts';
import type { Experiment } from '../model/setup/experiment.ts';
import { type Said, sayBoth } from '../words/said.ts';

/** All other rules of a list. */
export const EVERYTHING = 'everything';

/** The same but for those of its own topic, and those without which figures are not what they seem. */
export const ALL_BUT_TRUST = 'all but trust';

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
  readonly silences?: readonly string[] | typeof EVERYTHING | typeof ALL_BUT_TRUST;
  /** What there is to say, once or several times. Null, or an empty list: nothing. `isSaid`: whether a rule has something to say and is not silenced. */
  find(of: Of, isSaid: (id: string) => boolean): readonly Part[] | Part | null;
  /** A message, or a sentence in words. */
  says(part: Part): Said | string;
  /** What to do about it: sentences that are told behind the others. Null: nothing that is known to help. */
  advice?(part: Part): Said | null;
  /** What to measure to know more. Null: nothing. */
  experiment?(part: Part, of: Of): Experiment | null;
  /** Ids of rules: what this one says is the advice about what they found, told when all else has been. It is no finding of its own, but theirs. */
  readonly advises?: readonly string[];
  /** The figures that show it. With them, with advice or an experiment, or if it `warns`, it is one of the `findings` of a JSON document. */
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

/** As a message, with the advice. */
export function saidOf<Of, Part>(told: Pick<Told<Of, Part>, 'rule' | 'part'>): Said {
  const advice = told.rule.advice?.(told.part) ?? null;
  return advice === null ? titleOf(told) : sayBoth(titleOf(told), advice);
}

/** Without the advice. */
function titleOf<Of, Part>({ rule, part }: Pick<Told<Of, Part>, 'rule' | 'part'>): Said {
  const said = rule.says(part);
  return typeof said === 'string' ? { verbatim: said } : said;
}

/** Whether it can be run, and by which command; null: it cannot. */
export type Offer = (experiment: Experiment) => OfferedExperiment | null;

/** What the rules of a list have to say to a program: warnings, what is shown by figures, and what something can be done about. */
export function findingsOf<Of, Part>(rules: readonly Rule<Of, Part>[], of: Of, offer: Offer): Finding[] {
  const all = applyRules(rules, of);
  return all.flatMap((told): Finding[] => {
    const { rule, part, rank } = told;
    if (rule.advises !== undefined) return [];
    const adviser = all.find((other) => other.rule.advises?.includes(rule.id));
    const asked = adviser ?? told;
    const advice = adviser === undefined ? rule.advice?.(part) : saidOf(adviser);
    const wanted = asked.rule.experiment?.(asked.part, of) ?? null;
    const experiment = wanted && offer(wanted);
    if (!advice && !experiment && rule.evidence === undefined && rule.warns !== true) return [];
    return [
      {
        ...{ id: rule.id, severity: rule.severity, says: titleOf(told), evidence: rule.evidence?.(of) ?? [], rank },
        ...(advice && { advice }),
        ...(experiment && { experiment }),
      },
    ];
  });
}

export function doesSilence(rule: Rule<never>, other: Rule<never>): boolean {
  const { silences = [] } = rule;
  if (silences === EVERYTHING) return true;
  const isOfIts = other.about !== undefined && other.about === rule.about;
  if (silences === ALL_BUT_TRUST) return other.severity !== 'trust' && other.silences !== EVERYTHING && !isOfIts;
  return silences.some((one) => one === other.id || one === other.about);
}

/** What a reader should know before trusting the figures. Only that: it is no part of the answer. */
export type Warning<Of> = Rule<Of, Warned>;

export type Warned = Said | AdvisedWarning;

/** With what can be done about it. */
interface AdvisedWarning {
  readonly says: Said;
  readonly advice?: Said;
  readonly experiment?: Experiment | null;
}

export function warning<Of>(id: string, find: Warning<Of>['find'], more: Pick<Warning<Of>, 'silences'> = {}): Warning<Of> {
  return {
    ...{ id, severity: 'trust', warns: true, find },
    says: (part) => advised(part).says,
    advice: (part) => advised(part).advice ?? null,
    experiment: (part) => advised(part).experiment ?? null,
    ...more,
  };
}

function advised(part: Warned): AdvisedWarning {
  return 'says' in part ? part : { says: part };
}
