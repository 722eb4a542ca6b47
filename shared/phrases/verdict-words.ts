/** A verdict in a table: its sign, its word, and why there is none. */
import { BETTER, WORSE } from '../analysis/verdicts/headline.ts';
import { hasTooFewPairs, type Verdict, type VerdictWord } from '../model/comparison/comparison.ts';
import { text } from '../words/words.ts';

/** Better or worse, whichever way the number goes: more throughput is better, more latency is worse. */
export type Sign = 'better' | 'worse';

export const SIGNS: Record<Sign, string> = { better: '▲', worse: '▼' };

export function signOf(word: VerdictWord): Sign | null {
  return BETTER.includes(word) ? 'better' : WORSE.includes(word) ? 'worse' : null;
}

export interface VerdictWords {
  readonly sign: Sign | null;
  readonly word: string;
  /** Empty: there is a verdict. */
  readonly why: string;
}

const WAYS: Readonly<Record<string, string>> = { '1': 'more', '-1': 'less' };

export function verdictWords(told: Verdict): VerdictWords {
  const { verdict, reason, pairs, agreeing, b, differencePercent, stopped = [] } = told;
  if (hasTooFewPairs(told) && pairs > 1) {
    const way = WAYS[String(Math.sign(differencePercent ?? 0))] ?? 'same';
    const figures = { b, way, agreeing, pairs, all: agreeing === pairs ? 'yes' : 'no' };
    return { sign: null, word: text('compare.verdicts.word.none'), why: text('compare.verdicts.pointed', figures) };
  }
  const whose = stopped.filter(({ afterwards }) => reason !== 'stopped answering' || afterwards === undefined);
  const who = whose.map(({ variant }) => variant).join(', ');
  const why = reason === null ? '' : text(`compare.verdicts.reasons.${reason}`, { who });
  return { sign: signOf(verdict), word: text(`compare.verdicts.word.${hasTooFewPairs(told) ? 'none' : verdict}`), why };
}

/** `▲ faster`, where there is only text. */
export function withSign({ sign, word }: Pick<VerdictWords, 'sign' | 'word'>): string {
  return sign === null ? word : `${SIGNS[sign]} ${word}`;
}
