import { useEffect, useMemo, useState } from 'react';
import { describeDifferences } from '../../../shared/analysis/differences.ts';
import { variantLetter } from '../../../shared/model/comparison.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import { request } from '../../bridge.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import { useFieldName } from '../../comparison/field-name.ts';
import { CannotRun, StartButton, useCannotRun } from '../../forms/CannotRun.tsx';
import { type FormScope, FormScopeProvider } from '../../forms/form-scope.tsx';
import { LoadFields } from '../../forms/LoadFields.tsx';
import { NodeField } from '../../forms/NodeField.tsx';
import { RequestSection } from '../../forms/RequestSection.tsx';
import { ScriptField } from '../../forms/ScriptField.tsx';
import { TargetSection } from '../../forms/TargetSection.tsx';
import { useRunKey } from '../../forms/use-run-key.ts';
import { useSetupCheck } from '../../forms/use-setup-check.ts';
import { useText } from '../../i18n/i18n.tsx';
import { checkComparison } from '../../state/check-comparison.ts';
import { changeCompareDraft, currentCompareDraft, useCompareDraft } from '../../state/compare-draft.ts';
import {
  addVariant,
  editBase,
  editVariant,
  LEAST_VARIANTS,
  MOST_VARIANTS,
  removeVariant,
  type VariantForm,
} from '../../state/compare-form.ts';
import { navigate } from '../../state/route.ts';
import { EMPTY_FORM, formOf, type SetupForm } from '../../state/setup-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/Input.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Kbd } from '../../ui/Toolbar.tsx';
import css from './CompareSetup.module.css';
import { EstimateCard } from './EstimateCard.tsx';

/** Two to six variants, each a whole set-up; B starts as a copy of A, and what differs is said in words. */
export function CompareSetupScreen() {
  const text = useText('compare.setup');
  const draft = useCompareDraft();
  const [chosen, setChosen] = useState(0);
  const [submitted, setSubmitted] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const checked = useMemo(() => checkComparison(draft, (letter) => text('untitled', { letter })), [draft, text]);
  const cannotRun = useCannotRun();
  const shown = Math.min(chosen, draft.variants.length - 1);

  const run = async () => {
    if (cannotRun !== null) return;
    setSubmitted(true);
    const wrong = checked.setups.indexOf(null);
    if (checked.comparison === null) return setChosen(wrong);
    setStarting(true);
    const answer = await request('compare.start', { comparison: checked.comparison, name: null });
    setStarting(false);
    if (answer.ok) navigate({ screen: 'compare', sessionId: answer.value.sessionId });
    else setFailure(answer.failure);
  };
  useRunKey(run);
  useEffect(() => {
    // What was wrong with another comparison says nothing about this one.
    if (draft) setFailure(null);
  }, [draft]);

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
        <h1>{text('title')}</h1>
        <p className={css.lead}>{text('lead')}</p>
        <CannotRun />
        <Tabs
          label={text('variants')}
          value={String(shown)}
          onChange={(value) => setChosen(Number(value))}
          tabs={draft.variants.map((variant, index) => ({
            value: String(index),
            label: <VariantTab variant={variant} index={index} />,
            content: (
              <VariantPart
                key={variant.key}
                variant={variant}
                index={index}
                setups={checked.setups}
                submitted={submitted}
                onRemove={draft.variants.length > LEAST_VARIANTS ? () => changeCompareDraft((form) => removeVariant(form, index)) : null}
              />
            ),
          }))}
          aside={draft.variants.length < MOST_VARIANTS && <AddVariant count={draft.variants.length} onAdded={setChosen} />}
        />
      </div>
      <aside className={css.aside}>
        <EstimateCard draft={draft} comparison={checked.comparison} />
        {submitted && checked.comparison === null && (
          <p className={css.wrong} role="alert">
            {text('problems', { letter: variantLetter(checked.setups.indexOf(null)) })}
          </p>
        )}
        {failure && <ErrorNotice failure={failure} />}
        <div className={css.run}>
          <StartButton type="submit" variant="primary" className={css.runButton} disabled={starting}>
            {starting ? text('running') : text('run')}
          </StartButton>
          <span className={css.runKeys}>
            <Kbd>{/Mac/.test(navigator.platform) ? '⌘' : 'Ctrl'}</Kbd> <Kbd>Enter</Kbd>
          </span>
        </div>
      </aside>
    </form>
  );
}

function VariantTab({ variant, index }: { variant: VariantForm; index: number }) {
  const script = /[^/\\]+$/.exec(variant.form.script.trim())?.[0] ?? '';
  const name = variant.title.trim() || script;
  return (
    <span className={css.tab}>
      <VariantMark index={index} />
      <b>{variantLetter(index)}</b>
      {name !== '' && <span className={css.tabName}>{name}</span>}
    </span>
  );
}

function AddVariant({ count, onAdded }: { count: number; onAdded: (index: number) => void }) {
  const text = useText('compare.setup');
  return (
    <Button
      variant="quiet"
      title={text('addHint', { letter: variantLetter(count - 1) })}
      onClick={() => {
        changeCompareDraft(addVariant);
        onAdded(count);
      }}
    >
      {text('add', { letter: variantLetter(count) })}
    </Button>
  );
}

interface VariantPartProps {
  readonly variant: VariantForm;
  readonly index: number;
  readonly setups: readonly (Setup | null)[];
  readonly submitted: boolean;
  readonly onRemove: (() => void) | null;
}

/** What is typed into A goes into the others as far as they are still like it. */
function scopeOf(index: number, form: SetupForm): FormScope {
  const edit = (change: Partial<SetupForm>) =>
    changeCompareDraft((draft) => {
      if (index === 0) return editBase(draft, change);
      return editVariant(draft, index, { form: { ...draft.variants[index]!.form, ...change } });
    });
  return {
    form,
    current: () => currentCompareDraft().variants[index]?.form ?? EMPTY_FORM,
    edit,
    fill: (setup) => edit(formOf(setup)),
    clear: () => edit(EMPTY_FORM),
  };
}

function VariantPart({ variant, index, setups, submitted, onRemove }: VariantPartProps) {
  const text = useText('compare.setup');
  const { form } = variant;
  const { errors } = useSetupCheck(form, submitted);
  const scope = useMemo(() => scopeOf(index, form), [index, form]);
  const letter = variantLetter(index);
  return (
    <div className={css.variant}>
      {index > 0 && <Differences base={setups[0] ?? null} own={setups[index] ?? null} />}
      <div className={css.nameRow}>
        <Field label={text('name')} hint={text('nameHint')} className={css.name}>
          {(control) => (
            <TextInput
              {...control}
              value={variant.title}
              placeholder={text('untitled', { letter })}
              maxLength={200}
              onChange={(title) => changeCompareDraft((draft) => editVariant(draft, index, { title }))}
            />
          )}
        </Field>
        {onRemove !== null && (
          <Button variant="quiet" onClick={onRemove}>
            {text('remove')}
          </Button>
        )}
      </div>
      <FormScopeProvider scope={scope}>
        <ScriptField errors={errors} />
        <LoadFields errors={errors} />
        <NodeField errors={errors} />
        <div className={css.folded}>
          <TargetSection errors={errors} />
          <RequestSection errors={errors} />
        </div>
      </FormScopeProvider>
    </div>
  );
}

/** In words, so that nobody has to look for it in two forms. */
function Differences({ base, own }: { base: Setup | null; own: Setup | null }) {
  const text = useText('compare.setup');
  const field = useFieldName();
  if (base === null || own === null) return null;
  const differences = describeDifferences([base, own]);
  return (
    <section className={css.differs} aria-label={text('differs')} aria-live="polite">
      {differences.length === 0 ? (
        <>
          <p>{text('same')}</p>
          <p className="muted">{text('sameNote')}</p>
        </>
      ) : (
        <>
          <h2>{text('differs')}</h2>
          <ul>
            {differences.map((difference) => (
              <li key={difference.field}>
                {text('difference', {
                  field: field.name(difference.field),
                  a: field.value(difference.values[0] ?? null, difference.values),
                  b: field.value(difference.values[1] ?? null, difference.values),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
