import { useMemo, useState } from 'react';
import { describeDifferences } from '../../../shared/analysis/differences.ts';
import { variantLetter } from '../../../shared/model/comparison.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import { shortSubject } from '../../../shared/model/subject.ts';
import { differenceName } from '../../../shared/words/field-name.ts';
import { request } from '../../bridge.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import { differenceValue } from '../../comparison/field-name.ts';
import { ClientSection } from '../../forms/ClientSection.tsx';
import { type FormScope, FormScopeProvider } from '../../forms/form-scope.tsx';
import { HiddenValues } from '../../forms/HiddenValues.tsx';
import { FillKept, KeptNote } from '../../forms/KeptValues.tsx';
import { LoadFields } from '../../forms/LoadFields.tsx';
import { RequestSection } from '../../forms/RequestSection.tsx';
import { FoldedSections, SetupFrame } from '../../forms/SetupFrame.tsx';
import { TargetFields } from '../../forms/TargetFields.tsx';
import { askForProblems, useSetupCheck } from '../../forms/use-setup-check.ts';
import { useStart } from '../../forms/use-start.ts';
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
import { EMPTY_FORM, formOf, type SetupForm, typedSubject } from '../../state/setup-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/Input.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import css from './CompareSetup.module.css';
import { EstimateCard } from './EstimateCard.tsx';

/** Two to six variants, each a complete set-up; B starts as a copy of A, and the differences are listed. */
export function CompareSetupScreen() {
  const text = useText('compare.setup');
  const draft = useCompareDraft();
  const [chosen, setChosen] = useState(0);
  const [submitted, setSubmitted] = useState(false);
  const [keepValues, setKeepValues] = useState(false);
  const { starting, failure, start, forget } = useStart(draft);
  const checked = useMemo(() => checkComparison(draft), [draft]);
  const shown = Math.min(chosen, draft.variants.length - 1);
  const run = async () => {
    setSubmitted(true);
    const { comparison } = checked;
    if (comparison === null) return setChosen(checked.setups.indexOf(null));
    await start(async () => {
      for (const [index, { setup }] of comparison.variants.entries()) {
        const [problem] = await askForProblems(setup);
        if (problem === undefined) continue;
        setChosen(index);
        return { ok: false, failure: problem.failure };
      }
      const answer = await request('compare.start', { comparison, name: null, keepValues });
      if (answer.ok) navigate({ screen: 'compare', sessionId: answer.value.sessionId });
      return answer;
    });
  };
  return (
    <SetupFrame
      head={
        <>
          <h1>{text('title')}</h1>
          <p className={css.lead}>{text('lead')}</p>
          {draft.variants.map(({ key, form }, index) => (
            <FillKept key={key} form={form} edit={scopeOf(index, form).edit} />
          ))}
        </>
      }
      fields={
        <Tabs
          label={text('variants')}
          value={String(shown)}
          onChange={(value) => setChosen(Number(value))}
          tabs={draft.variants.map((variant, index) => ({
            value: String(index),
            label: <VariantTab variant={variant} index={index} title={checked.comparison?.variants[index]?.title} />,
            content: (
              <VariantPart
                key={variant.key}
                variant={variant}
                index={index}
                setups={checked.setups}
                title={checked.comparison?.variants[index]?.title}
                submitted={submitted}
                onRemove={draft.variants.length > LEAST_VARIANTS ? () => changeCompareDraft((form) => removeVariant(form, index)) : null}
              />
            ),
          }))}
          aside={draft.variants.length < MOST_VARIANTS && <AddVariant count={draft.variants.length} onAdded={setChosen} />}
        />
      }
      plan={
        <>
          <EstimateCard draft={draft} comparison={checked.comparison} />
          <HiddenValues setups={checked.setups} keep={keepValues} onChange={setKeepValues} />
          {submitted && checked.comparison === null && (
            <p className={css.wrong} role="alert">
              {text('problems', { letter: variantLetter(checked.setups.indexOf(null)) })}
            </p>
          )}
        </>
      }
      failure={failure}
      onFailureGone={forget}
      starting={starting}
      startLabel={text('run')}
      startingLabel={text('running')}
      onStart={run}
    />
  );
}

/** `title`: what it will be called; undefined while a variant is not complete. */
function VariantTab({ variant, index, title }: { variant: VariantForm; index: number; title: string | undefined }) {
  const letter = variantLetter(index);
  const known = title ?? (variant.title.trim() || shortSubject(typedSubject(variant.form)));
  const name = known.endsWith(` ${letter}`) ? known.slice(0, -2) : known;
  return (
    <span className={css.tab}>
      <VariantMark index={index} />
      <b>{letter}</b>
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
  /** What it will be called; undefined while a variant is not complete. */
  readonly title: string | undefined;
  readonly submitted: boolean;
  readonly onRemove: (() => void) | null;
}

/** A change of A also changes the other variants where they still equal A. */
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

function VariantPart({ variant, index, setups, title, submitted, onRemove }: VariantPartProps) {
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
              placeholder={title ?? text('untitled', { letter })}
              maxLength={200}
              onChange={(typed) => changeCompareDraft((draft) => editVariant(draft, index, { title: typed }))}
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
        <KeptNote form={form} />
        <TargetFields place="first" errors={errors} />
        <LoadFields errors={errors} />
        <TargetFields place="below" errors={errors} />
        <FoldedSections>
          <TargetFields place="folded" errors={errors} />
          <RequestSection errors={errors} />
          <ClientSection errors={errors} takesCommand />
        </FoldedSections>
      </FormScopeProvider>
    </div>
  );
}

/** The differences in words, so that one need not compare two forms. */
function Differences({ base, own }: { base: Setup | null; own: Setup | null }) {
  const text = useText('compare.setup');
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
                  field: differenceName(difference),
                  a: differenceValue(difference.values[0] ?? null, difference.values),
                  b: differenceValue(difference.values[1] ?? null, difference.values),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
