import { comparisonHeadline } from '../../shared/analysis/headline.ts';
import { MINIMUM_PAIRS_FOR_VERDICT, type Verdict, variantLetter } from '../../shared/model/comparison.ts';
import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { percentText } from '../i18n/difference-text.ts';
import { formatPercentTyped } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { isOver } from '../state/comparisons.ts';
import css from './Headline.module.css';
import { nameOf } from './variant-name.ts';

/** The answer in a sentence, before any picture: one for each variant that is held against the base. */
export function Headline({ info }: { info: ComparisonInfo }) {
  const text = useText('compare.headline');
  const say = useSentences(info);
  const others = info.setup.variants.slice(1).map((_, index) => variantLetter(index + 1));
  const said = others.map((b) =>
    say(
      info.verdicts.filter((verdict) => verdict.b === b),
      b,
    ),
  );
  return (
    <section aria-label={text('label')} aria-live="polite">
      {said.map((one, index) => (
        <Sentence key={others[index]} said={one} restIsSaid={isSame(one.rest, said[index + 1]?.rest)} />
      ))}
    </section>
  );
}

/** `restIsSaid`: what follows the sentence is the same below the next one. */
function Sentence({ said: { lead, rest }, restIsSaid }: { said: Said; restIsSaid: boolean }) {
  return (
    <>
      <p className={css.lead}>{lead}</p>
      {rest.length > 0 && !restIsSaid && (
        <p className={css.rest}>
          {rest.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </p>
      )}
    </>
  );
}

function isSame(a: readonly string[], b: readonly string[] | undefined): boolean {
  return b !== undefined && a.join('\n') === b.join('\n');
}

interface Said {
  readonly lead: string;
  readonly rest: readonly string[];
}

function useSentences(info: ComparisonInfo): (verdicts: readonly Verdict[], b: string) => Said {
  const text = useText('compare.headline');
  const word = useText('compare.metricInText');
  const limit = `±${formatPercentTyped(info.setup.equivalencePercent)}`;
  const over = isOver(info.state);
  const metricsOf = (some: readonly Verdict[]) => some.map(({ metric }) => word(metric)).join(', ');
  const figures = (verdict: Verdict) => ({
    metric: word(verdict.metric),
    difference: percentText(verdict.differencePercent),
    low: percentText(verdict.ci?.[0]),
    high: percentText(verdict.ci?.[1]),
  });
  const reasonOf = ({ reason, pairs }: Verdict): string[] => {
    switch (reason) {
      case 'too few pairs':
        return [text('reasonFew', { needed: String(MINIMUM_PAIRS_FOR_VERDICT), pairs })];
      case 'unfinished':
        return [text('reasonUnfinished')];
      case 'too noisy':
        return [text('reasonNoisy')];
      case 'too few answers':
        return [text('reasonAnswers')];
      default:
        return [];
    }
  };

  return (verdicts, b) => {
    const names = { a: nameOf(info, 'A'), b: nameOf(info, b) };
    const { kind, lead, better, worse, equivalent, unknown } = comparisonHeadline(verdicts);
    if (lead === null) return { lead: over ? text('nothing') : text('waiting'), rest: [] };
    if (info.setup.pairs === 1)
      return {
        lead: text(info.made === 'sessions' ? 'sideBySide' : 'oneLook', { ...names, ...figures(lead) }),
        rest: [text('oneLookWhy')],
      };
    if (!over && kind === 'cannot tell') {
      return {
        lead: lead.ci === null ? text('soFarOne', figures(lead)) : text('soFar', { ...figures(lead), pairs: lead.pairs }),
        rest: [],
      };
    }
    const rest = [text('basis', { pairs: lead.pairs })];
    const others = (some: readonly Verdict[]) => some.filter((verdict) => verdict !== lead);
    if (kind === 'cannot tell') {
      const sentence = lead.ci === null ? text('cannotTellBare', names) : text('cannotTell', { ...names, ...figures(lead) });
      const more = lead.morePairs ? [text('morePairs', { count: lead.morePairs })] : [];
      const same = equivalent.length > 0 ? [text('alsoEquivalent', { limit, metrics: metricsOf(equivalent) })] : [];
      return { lead: sentence, rest: [...reasonOf(lead), ...more, ...rest, ...same] };
    }
    if (others(better).length > 0 && kind !== 'mixed') rest.push(text('alsoBetter', { metrics: metricsOf(others(better)) }));
    if (others(worse).length > 0 && kind !== 'mixed') rest.push(text('alsoWorse', { metrics: metricsOf(others(worse)) }));
    if (others(equivalent).length > 0) rest.push(text('alsoEquivalent', { limit, metrics: metricsOf(others(equivalent)) }));
    if (unknown.length > 0) rest.push(text('alsoUnknown', { metrics: metricsOf(unknown) }));
    if (kind === 'mixed') {
      const part = (some: readonly Verdict[]) => some.map((verdict) => text('mixedPart', figures(verdict))).join(', ');
      return { lead: text('mixed', { b: names.b, better: part(better), worse: part(worse) }), rest };
    }
    return { lead: text(kind, { ...names, ...figures(lead), limit }), rest };
  };
}
