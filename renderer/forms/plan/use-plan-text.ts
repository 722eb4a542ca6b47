import { useMemo, useRef, useState } from 'react';
import type { Plan } from '../../../shared/model/load/plan.ts';
import { readPlanOnce } from '../../../shared/plan/plan-of.ts';
import type { PlanProblem } from '../../../shared/plan/problem.ts';
import { planForForm, textOfForm } from '../../state/forms/plan-form.ts';

export interface PlanText {
  /** As the form has it; null: the text is no plan. */
  readonly plan: Plan | null;
  /** With their places in the text. */
  readonly problems: readonly PlanProblem[];
  readonly edit: (plan: Plan) => void;
}

/** Both views of one plan: what the form shows is read from the text, and what is changed in it is written there. */
export function usePlanText(text: string, onText: (text: string) => void): PlanText {
  const read = useMemo(() => readPlanOnce(text), [text]);
  const [draft, setDraft] = useState<{ readonly plan: Plan; readonly text: string } | null>(null);
  const lastGood = useRef(text);
  if (read.ok) lastGood.current = text;
  const plan = useMemo(() => {
    // What is being filled in may be no plan yet, and an empty row is not in the text.
    if (draft?.text === text) return draft.plan;
    return read.ok ? planForForm(read.plan) : null;
  }, [draft, text, read]);
  const edit = (next: Plan) => {
    const written = textOfForm(next, lastGood.current);
    setDraft({ plan: next, text: written });
    onText(written);
  };
  return { plan, problems: read.ok ? [] : read.problems, edit };
}
