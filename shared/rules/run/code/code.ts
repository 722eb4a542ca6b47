/** Which code took the time (the thresholds: which-code.ts). */
import { type HotCodePart, isUntold, judgeCode, type PerRequest, type UntoldPart } from '../../../analysis/which-code.ts';
import { formatMs, formatPercent } from '../../../format/figures.ts';
import { shortName } from '../../../format/place.ts';
import type { HotFunction, HotPackage, RunReport } from '../../../model/report.ts';
import { nameOfPackage, nameWithMost, placeOfCode } from '../../../phrases/code-place.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

type ToldCode = Exclude<HotCodePart, UntoldPart>;

export const code: Rule<RunReport, ToldCode> = {
  id: 'code',
  about: 'code',
  severity: 'info',
  line: 'why',
  codes: ['code', 'code-of-package', 'code-of-caller', 'code-of-node'],
  find: (run, isSaid) => judgeCode(run, isSaid('little-work')).filter((part) => !isUntold(part)),
  // The sentence says by what they are told apart.
  experiment: (part) =>
    'perRequest' in part && part.perRequest !== null && part.perRequest.requests > 1 && !part.perRequest.isByRequest
      ? { kind: 'run', changes: { 'capture.byRequest': true } }
      : null,
  says: (part) => sayCode(part, text('run.answer.codeBase', { of: part.of })),
};

/** `of`: what shares are of, in words. */
export function sayCode(part: ToldCode, of: string): string {
  switch (part.kind) {
    case 'code': {
      const { own, and, inside, insideAnd, below, besides } = part;
      const shown = { percent: formatPercent(own.totalPercent, 0), of, place: placeOfCode(own), each: eachOf(part.perRequest) };
      if (and !== null)
        return text('run.answer.codeTwo', { ...shown, second: formatPercent(and.totalPercent, 0), other: placeOfCode(and) });
      if (below === null && inside !== null) {
        const known = inside.isExact ? 'exact' : inside.isLeast || insideAnd?.isLeast ? 'least' : 'whole';
        const shownInside = { ...shown, known, self: formatPercent(inside.selfPercent, 0), inside: placeOfCode(inside) } as const;
        if (insideAnd === null) return text('run.answer.codeInside', shownInside);
        const second = formatPercent(insideAnd.selfPercent, 0);
        return text('run.answer.codeInsideTwo', { ...shownInside, second, other: placeOfCode(insideAnd) });
      }
      if (below === null) return text('run.answer.code', shown);
      const what = nameOfPackage(below);
      return besides === null
        ? text('run.answer.codeBelow', { ...shown, what, most: partOf(below, own) })
        : text('run.answer.codeBelowTwo', { ...shown, what, besides: nameOfPackage(besides) });
    }
    case 'code-of-package': {
      const { hot, and, isBesideOwn, perRequest } = part;
      const beside = isBesideOwn ? 'own' : 'none';
      const shown = { beside, percent: formatPercent(hot.totalPercent, 0), of, what: nameWithMost(hot), each: eachOf(perRequest) };
      return and === null
        ? text('run.answer.codeOfPackage', shown)
        : text('run.answer.codeOfTwoPackages', { ...shown, second: formatPercent(and.totalPercent, 0), other: nameWithMost(and) });
    }
    case 'code-of-caller': {
      const { function: name, percent, calls } = part.caller;
      const place = calls === null ? 'none' : placeOfCode(calls);
      return text('run.answer.codeOfCaller', { percent: formatPercent(percent, 0), of, name: shortName(name), place });
    }
    case 'code-of-node': {
      const { own } = part;
      const percent = formatPercent(part.percent, 0);
      if (own === null) return text('run.answer.codeOfNode', { percent, of });
      return text('run.answer.codeOfNodeAndOwn', { percent, of, own: formatPercent(own.totalPercent, 0), place: placeOfCode(own) });
    }
  }
}

/** "most", or the share. */
function partOf(below: HotPackage, own: HotFunction): string {
  const percent = (100 * below.total) / own.total;
  return percent > 50 ? 'most' : formatPercent(percent, 0);
}

/** The word that the sentences leave out. */
function eachOf(perRequest: PerRequest | null): string {
  if (perRequest === null) return 'none';
  const { ms, requests, isByRequest } = perRequest;
  return text('run.answer.each', { each: formatMs(ms), requests, hint: isByRequest ? 'none' : 'byRequest' });
}
