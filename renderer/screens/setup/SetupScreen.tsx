import { useEffect, useMemo, useState } from 'react';
import { shortSubject } from '../../../shared/model/setup/subject.ts';
import { planOfSetup } from '../../../shared/phrases/load-plan.ts';
import { BothClients } from '../../forms/BothClients.tsx';
import { CaptureSection } from '../../forms/CaptureSection.tsx';
import { ClientSection } from '../../forms/ClientSection.tsx';
import { DraftTitle } from '../../forms/DraftTitle.tsx';
import { type FormScope, FormScopeProvider } from '../../forms/form-scope.tsx';
import { HiddenValues } from '../../forms/HiddenValues.tsx';
import { FillKept, KeptNote } from '../../forms/KeptValues.tsx';
import { LoadFields } from '../../forms/LoadFields.tsx';
import { RequestSection } from '../../forms/RequestSection.tsx';
import { FoldedSections, SetupFrame } from '../../forms/SetupFrame.tsx';
import { TargetFields } from '../../forms/TargetFields.tsx';
import { useSettledSetup } from '../../forms/use-settled-setup.ts';
import { askForProblems, useSetupCheck } from '../../forms/use-setup-check.ts';
import { useStart } from '../../forms/use-start.ts';
import { useText } from '../../i18n/i18n.tsx';
import { checkForm, findField } from '../../state/forms/check-form.ts';
import { compareSetup } from '../../state/forms/compare-draft.ts';
import { draftFrom, editDraft, setupDraft } from '../../state/forms/draft.ts';
import { formOf, type SetupForm, typedSubject } from '../../state/forms/setup-form.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { forgetDroppedScript, startRun } from '../../state/shell.ts';
import { useView } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { PlanCard } from './PlanCard.tsx';
import css from './SetupScreen.module.css';

const SCOPE: Omit<FormScope, 'form'> = {
  current: setupDraft.current,
  edit: editDraft,
  fill: (setup) => setupDraft.fillIn(formOf(setup)),
  clear: setupDraft.beginAfresh,
  keep: setupDraft.keepCopy,
};

function nameOf(form: SetupForm): string {
  const { setup } = checkForm(form);
  const subject = shortSubject(typedSubject(form));
  return setup === null ? subject : `${subject}, ${planOfSetup(setup)}`;
}

export function SetupScreen() {
  const text = useText('setup');
  const form = setupDraft.use();
  const [submitted, setSubmitted] = useState(false);
  const [keepValues, setKeepValues] = useState(false);
  const { starting, failure, start, forget } = useStart(form);
  const { setup, errors, all, recheck } = useSetupCheck(form, submitted);
  const settled = useSettledSetup(setup);
  const [from] = useView('setupOf');
  useWantedField();
  // Whoever leaves without finding it does not mean it any more.
  useEffect(() => forgetDroppedScript, []);
  const scope = useMemo<FormScope>(() => ({ form, ...SCOPE }), [form]);
  const run = async () => {
    setSubmitted(true);
    if (setup === null) return focusFirst(Object.keys(all));
    await start(async () => {
      const problems = await askForProblems(setup);
      if (problems.length === 0) return startRun(setup, keepValues);
      recheck();
      focusFirst(problems.map(({ field }) => findField(field)));
      return null;
    });
  };
  return (
    <SetupFrame
      head={
        <>
          <div className={css.title}>
            <DraftTitle draft={setupDraft} title={text('title')} nameOf={nameOf} />
          </div>
          {from !== '' && <FillAfterReload from={from} />}
          <FillKept form={form} edit={editDraft} from={from || null} />
        </>
      }
      fields={
        <FormScopeProvider scope={scope}>
          <div className={css.fields}>
            <KeptNote form={form} />
            <TargetFields place="first" errors={errors} />
            <LoadFields errors={errors} />
            <TargetFields place="below" errors={errors} />
            <FoldedSections>
              <TargetFields place="folded" errors={errors} />
              <RequestSection errors={errors} />
              <ClientSection errors={errors} takesCommand />
              <CaptureSection errors={errors} />
            </FoldedSections>
          </div>
        </FormScopeProvider>
      }
      plan={
        <>
          <PlanCard form={form} setup={setup} keepValues={keepValues} />
          <HiddenValues setups={[settled]} keep={keepValues} onChange={setKeepValues} />
        </>
      }
      failure={failure}
      onFailureGone={forget}
      starting={starting}
      startLabel={text('run')}
      startingLabel={text('running')}
      onStart={run}
      after={
        <div className={css.compare}>
          <Button variant="quiet" disabled={setup === null} onClick={() => setup !== null && compareSetup(setup)}>
            {text('compare')}
          </Button>
          <BothClients setup={setup} />
        </div>
      }
    />
  );
}

/** What was filled in from a session is gone with the page that is reloaded; what was typed is not kept anywhere, as it may be secret. */
function FillAfterReload({ from }: { from: string }) {
  const { data } = useSessionInfo(from);
  const setup = data?.setup ?? null;
  useEffect(() => {
    if (setup !== null && setupDraft.isEmpty()) draftFrom(setup);
  }, [setup]);
  return null;
}

/** The field that a failure has named gets the focus. */
function useWantedField(): void {
  const [field] = useView('field');
  useEffect(() => {
    if (field !== '') focusFirst([field]);
  }, [field]);
}

/** Sections open themselves when something in them is wrong, so the control is there after the next frame. */
function focusFirst(names: readonly (string | undefined)[]): void {
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')];
    const wrong = fields.filter(({ dataset }) => names.includes(dataset.field));
    const controls = wrong.map((field) => field.querySelector<HTMLElement>('input, textarea, button'));
    controls.find((control) => control !== null)?.focus();
  });
}
