import { useState } from 'react';
import { wordSaid } from '../../../shared/format/word-said.ts';
import type { Plan } from '../../../shared/model/load/plan.ts';
import type { PlanProblem } from '../../../shared/plan/problem.ts';
import { tellProblem } from '../../../shared/plan/tell-problem.ts';
import { useText } from '../../i18n/i18n.tsx';
import { comparedWithFile } from '../../state/forms/opened-plan.ts';
import { useDebounced } from '../../state/use-debounced.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Choice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlanRequests } from './PlanRequests.tsx';
import { PlanText } from './PlanText.tsx';
import { PlanValues } from './PlanValues.tsx';
import css from './plan.module.css';
import type { PlanText as BothViews } from './use-plan-text.ts';

export interface PlanFieldsProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSave: () => void;
  readonly views: BothViews;
  /** Path of the file it was opened from; empty: none. */
  readonly file: string;
  /** What is wrong besides the text itself: what only the engine can see, or values that were not stored. */
  readonly error: string | undefined;
}

type View = 'form' | 'text';

/** The requests of a plan as a form or as its text. */
export function PlanFields({ text, onText, onSave, views, file, error }: PlanFieldsProps) {
  const words = useText('requestPlan');
  const [view, setView] = useState<View>('form');
  const [place, setPlace] = useState<PlanProblem | null>(null);
  const { plan, problems } = views;
  const show = (problem: PlanProblem | null) => {
    setView('text');
    setPlace(problem);
  };
  return (
    <div className={css.plan}>
      <div className={css.bar}>
        <Segmented
          label={words('view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'form', label: words('form') },
            { value: 'text', label: words('text') },
          ]}
        />
        {file !== '' && (
          <span className={css.file} title={file}>
            {words(`file.${comparedWithFile(file, text)}`, { path: file })}
          </span>
        )}
        <Button variant="quiet" className={css.save} onClick={onSave}>
          {words('save')}
        </Button>
      </div>
      {view === 'text' ? (
        <PlanText text={text} onChange={onText} problems={problems} at={place?.at ?? null} onArrived={() => setPlace(null)} />
      ) : (
        <PlanForm views={views} onShowText={() => show(problems[0] ?? null)} />
      )}
      <Problems problems={problems} plan={plan} error={error} onGo={show} />
    </div>
  );
}

function PlanForm({ views: { plan, edit }, onShowText }: { views: BothViews; onShowText: () => void }) {
  const words = useText('requestPlan');
  if (plan === null) {
    return (
      <Notice tone="error" actions={<Button onClick={onShowText}>{words('showText')}</Button>}>
        {words('unreadable')}
      </Notice>
    );
  }
  return (
    <>
      <div className={css.order}>
        <span className={css.orderLabel}>{words('order')}</span>
        <Segmented
          label={words('order')}
          value={plan.order}
          onChange={(order) => edit({ ...plan, order })}
          options={[
            { value: 'mix', label: words('mix') },
            { value: 'sequence', label: words('sequence') },
          ]}
        />
        <span className={css.orderHint}>{words(plan.order === 'mix' ? 'mixHint' : 'sequenceHint')}</span>
      </div>
      <PlanRequests plan={plan} onChange={edit} />
      <PlanValues plan={plan} onChange={edit} />
    </>
  );
}

/** Long enough not to read out every letter, short enough to seem immediate. */
const SETTLE_MS = 350;

/** Under both views, and read out when it has changed. */
function Problems(props: {
  problems: readonly PlanProblem[];
  plan: Plan | null;
  error: string | undefined;
  /** Null: to the text as a whole. */
  onGo: (problem: PlanProblem | null) => void;
}) {
  const words = useText('requestPlan');
  const { problems, plan, error } = useDebounced(props, SETTLE_MS);
  return (
    <div role="status" className={css.problems} data-field="plan">
      {problems.length > 0 && (
        <>
          <p className={css.wrong}>{words('problems', { count: problems.length })}</p>
          <ul>
            {problems.map((problem) => (
              <li key={JSON.stringify(problem)}>
                <button type="button" className={css.problem} onClick={() => props.onGo(problem)}>
                  {wordSaid(tellProblem(problem))}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {problems.length === 0 && error !== undefined && (
        <button type="button" className={css.problem} onClick={() => props.onGo(null)}>
          {error}
        </button>
      )}
      {problems.length === 0 && error === undefined && plan !== null && (
        <p className="muted">{words('fine', { count: plan.requests.length })}</p>
      )}
    </div>
  );
}
