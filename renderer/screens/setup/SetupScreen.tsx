import { useEffect, useMemo, useState } from 'react';
import type { Failure } from '../../../shared/model/failure.ts';
import { CannotRun, StartButton, useCannotRun } from '../../forms/CannotRun.tsx';
import { CaptureSection } from '../../forms/CaptureSection.tsx';
import { type FormScope, FormScopeProvider } from '../../forms/form-scope.tsx';
import { LoadFields } from '../../forms/LoadFields.tsx';
import { NodeField } from '../../forms/NodeField.tsx';
import { RequestSection } from '../../forms/RequestSection.tsx';
import { ScriptField } from '../../forms/ScriptField.tsx';
import { TargetSection } from '../../forms/TargetSection.tsx';
import { useRunKey } from '../../forms/use-run-key.ts';
import { useSetupCheck } from '../../forms/use-setup-check.ts';
import { useText } from '../../i18n/i18n.tsx';
import { FIELDS } from '../../state/check-form.ts';
import { compareSetup } from '../../state/compare-draft.ts';
import { clearDraft, currentDraft, draftFrom, editDraft, useDraft } from '../../state/draft.ts';
import { startRun } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Kbd } from '../../ui/Toolbar.tsx';
import { PlanCard } from './PlanCard.tsx';
import css from './SetupScreen.module.css';

export function SetupScreen() {
  const text = useText('setup');
  const form = useDraft();
  const [submitted, setSubmitted] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { setup, errors, all } = useSetupCheck(form, submitted);
  const cannotRun = useCannotRun();
  const scope = useMemo<FormScope>(() => ({ form, current: currentDraft, edit: editDraft, fill: draftFrom, clear: clearDraft }), [form]);

  const run = async () => {
    if (cannotRun !== null) return;
    setSubmitted(true);
    if (!setup) {
      focusFirst(FIELDS.filter((field) => all[field] !== undefined));
      return;
    }
    setStarting(true);
    const outcome = await startRun(setup);
    setStarting(false);
    if (!outcome.ok) setFailure(outcome.failure);
  };
  useRunKey(run);
  useEffect(() => {
    // What was wrong with another set-up says nothing about this one.
    if (form) setFailure(null);
  }, [form]);

  return (
    <form
      className={css.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <div className={css.fields}>
        <h1 className={css.title}>{text('title')}</h1>
        <CannotRun />
        <FormScopeProvider scope={scope}>
          <ScriptField errors={errors} />
          <LoadFields errors={errors} />
          <NodeField errors={errors} />
          <div className={css.folded}>
            <RequestSection errors={errors} />
            <TargetSection errors={errors} />
            <CaptureSection errors={errors} />
          </div>
        </FormScopeProvider>
      </div>
      <aside className={css.aside}>
        <PlanCard form={form} setup={setup} />
        {failure && <ErrorNotice failure={failure} />}
        <div className={css.run}>
          <StartButton type="submit" variant="primary" className={css.runButton} disabled={starting}>
            {starting ? text('running') : text('run')}
          </StartButton>
          <span className={css.runKeys}>
            <Kbd>{/Mac/.test(navigator.platform) ? '⌘' : 'Ctrl'}</Kbd> <Kbd>Enter</Kbd>
          </span>
        </div>
        <Button variant="quiet" className={css.compare} disabled={setup === null} onClick={() => setup !== null && compareSetup(setup)}>
          {text('compare')}
        </Button>
      </aside>
    </form>
  );
}

/** Sections open themselves when something in them is wrong, so the control is there after the next frame. */
function focusFirst(fields: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const field of fields) {
      const control = document.querySelector<HTMLElement>(
        `[data-field="${field}"] input, [data-field="${field}"] textarea, [data-field="${field}"] button`,
      );
      if (control) {
        control.focus();
        return;
      }
    }
  });
}
