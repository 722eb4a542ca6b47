/** The first sentences of a result, ordered so that bad news is never hidden behind good news. */
import { isUntold, judgeHotCode } from '../analysis/which-code.ts';
import { wordSaid } from '../format/word-said.ts';
import type { HotCode, RunReport } from '../model/report.ts';
import type { Experiment } from '../model/setup/experiment.ts';
import { type AnswerLine, applyRules, type Rule, saidOf } from './rule.ts';
import { servedUntil } from './run/responses/served-until.ts';
import { RUN_RULES, type RunRule } from './run-rules.ts';

type PartOf<Known> = Known extends Rule<RunReport, infer Part> ? Part : never;

/** What there is to say, in figures; `kind` is its code in a JSON document. */
export type AnswerPart = Extract<PartOf<RunRule>, { readonly kind: string }>;

const RULE_OF = new Map(RUN_RULES.flatMap((rule) => (rule.codes ?? []).map((code) => [code, rule] as const)));

export function computeAnswer(run: RunReport): readonly AnswerPart[] {
  return applyRules(RUN_RULES, run, ({ line }) => line !== undefined).map(({ part }) => part as AnswerPart);
}

/** What is known of a load that a command made, whose figures are its own. */
export function computeAnswerOfCommand(run: RunReport): readonly AnswerPart[] {
  return applyRules(RUN_RULES, run, ({ id }) => id === servedUntil.id).map(({ part }) => part as AnswerPart);
}

export function lineOf({ kind }: Pick<AnswerPart, 'kind'>): AnswerLine {
  return RULE_OF.get(kind)!.line!;
}

/** What no good news may come before. */
export const BAD_NEWS = [...RULE_OF].flatMap(([code, { severity }]) => (severity === 'info' ? [] : [code as AnswerPart['kind']]));

export function tellAnswer(part: AnswerPart): string {
  const rule = RULE_OF.get(part.kind)!;
  return wordSaid(saidOf({ rule, part }));
}

/** What to measure next, of which the part of an answer speaks. Null: of nothing. */
export function experimentOf(part: AnswerPart, run: RunReport): Experiment | null {
  return RULE_OF.get(part.kind)!.experiment?.(part as never, run) ?? null;
}

/** Which code ran in a part of a run. Null: none stands out, or the samples are too few to tell. */
export function tellHotCode(hot: HotCode): string | null {
  const [part] = judgeHotCode(hot);
  return part === undefined || isUntold(part) ? null : tellAnswer(part);
}
