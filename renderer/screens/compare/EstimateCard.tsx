import type { ReactNode } from 'react';
import { metricsOfLoad, modelOf } from '../../../shared/analysis/verdicts/family.ts';
import { CAREFUL_PAIRS, type ComparisonSetup, DEFAULT_PAIRS, QUICK_PAIRS } from '../../../shared/model/comparison/comparison.ts';
import { METRIC_NAMES, type Metric } from '../../../shared/model/comparison/metrics.ts';
import { CanShow } from '../../comparison/CanShow.tsx';
import { PairsReach } from '../../comparison/PairsReach.tsx';
import { useComparedCapture } from '../../forms/use-capture-words.ts';
import { formatElapsed } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { compareDraft } from '../../state/forms/compare-draft.ts';
import { type CompareForm, comparableCaptures, profiledRuns } from '../../state/forms/compare-form.ts';
import { useDebounced } from '../../state/use-debounced.ts';
import { Checkbox, RadioList, Segmented } from '../../ui/Choice.tsx';
import { Field } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './CompareSetup.module.css';
import { OrderDrawing } from './OrderDrawing.tsx';

const SETTLE_MS = 350;
const CHOICES = { quick: QUICK_PAIRS, verdict: DEFAULT_PAIRS, careful: CAREFUL_PAIRS, oneLook: 1 } as const;
type Choice = keyof typeof CHOICES;

function choiceOf(pairs: number): Choice | 'own' {
  return (Object.keys(CHOICES) as Choice[]).find((name) => CHOICES[name] === pairs) ?? 'own';
}

const strong = (words: ReactNode) => <b>{words}</b>;

/** The number of pairs, how long they take, and what they can show: chosen beside its consequences. */
export function EstimateCard({ draft, comparison }: { draft: CompareForm; comparison: ComparisonSetup | null }) {
  const text = useText('compare.setup');
  const capture = useComparedCapture();
  const settled = useDebounced(comparison, SETTLE_MS);
  const { data, failure } = useEngineRequest('compare.estimate', { comparison: settled as ComparisonSetup }, { enabled: settled !== null });
  const { pairs, variants } = draft;
  const { profiled, capture: chosen } = profiledRuns(draft);
  const captures = comparableCaptures(draft);
  const choice = choiceOf(pairs);
  const runs = variants.length * (pairs + (profiled ? 1 : 0));
  return (
    <section className={css.card} aria-labelledby="rounds">
      <Question value={draft.question} known={metricsOfLoad(modelOf(comparison?.variants ?? []))} />
      <h2 id="rounds">{text('rounds')}</h2>
      <Segmented
        className={css.rounds}
        label={text('rounds')}
        value={choice}
        onChange={(next) => next !== 'own' && compareDraft.change((form) => ({ ...form, pairs: CHOICES[next] }))}
        options={(Object.keys(CHOICES) as Choice[]).map((value) => ({ value, label: text(value) }))}
      />
      <p className={css.roundsNote}>{choice !== 'own' && text(`${choice}Note`)}</p>
      <PairsReach pairs={pairs} question={draft.question} variants={comparison?.variants ?? variants.map(() => null)} />
      {captures.length > 0 && (
        <Checkbox
          label={text('profiled')}
          hint={text('profiledHint')}
          checked={profiled}
          onChange={(next) => compareDraft.change((form) => ({ ...form, profiled: next }))}
        />
      )}
      {profiled && (
        <RadioList
          label={text('capture')}
          value={chosen}
          onChange={(next) => compareDraft.change((form) => ({ ...form, capture: next }))}
          options={captures.map((value) => ({ value, ...capture(value) }))}
        />
      )}
      <h2 className={css.next}>{text('plan')}</h2>
      <OrderDrawing variants={variants.length} pairs={pairs} profiled={profiled} seed={draft.seed} />
      <ol className={css.sentences}>
        <li>{text('runs', { runs })}</li>
        {pairs > 1 && <li>{text('order')}</li>}
        {pairs > 1 && <li>{text('fixed')}</li>}
        <li className={css.time}>
          {comparison === null
            ? text('timeUnknown')
            : data
              ? text.rich('time', { time: formatElapsed(data.totalMs), b: strong })
              : failure === null && text('timeAsking')}
        </li>
      </ol>
      {!data && failure !== null && <ErrorNotice failure={failure} />}
      {pairs > 1 && comparison !== null && (
        <>
          <h2 className={css.next}>{text('canShow')}</h2>
          {data && <CanShow estimate={data} comparison={comparison} />}
          {!data && failure === null && <Spinner label={text('timeAsking')} />}
        </>
      )}
    </section>
  );
}

/** The question: one metric, chosen before the start. Choosing it afterwards would always find one that differs. */
function Question({ value, known }: { value: Metric; known: readonly Metric[] }) {
  const text = useText('compare');
  // What was chosen with another load stays in sight, and the check says why it cannot be asked.
  const offered = METRIC_NAMES.filter((metric) => known.includes(metric) || metric === value);
  return (
    <Field label={text('setup.question')} hint={text('setup.questionHint')} className={css.question}>
      {(control) => (
        <Select
          {...control}
          sentences
          value={value}
          onChange={(question) => compareDraft.change((form) => ({ ...form, question }))}
          options={offered.map((metric) => ({ value: metric, label: text(`setup.asks.${metric}`), detail: text(`metric.${metric}`) }))}
        />
      )}
    </Field>
  );
}
