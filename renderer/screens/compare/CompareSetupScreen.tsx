import { useMemo, useState } from 'react';
import { describeDifferences } from '../../../shared/analysis/verdicts/differences.ts';
import { wordSaid } from '../../../shared/format/word-said.ts';
import { type ComparisonSetup, variantLetter } from '../../../shared/model/comparison/comparison.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { shortSubject } from '../../../shared/model/setup/subject.ts';
import { differenceName, differenceValue } from '../../../shared/phrases/field-name.ts';
import { computeSetupWarnings } from '../../../shared/rules/comparison-setup-rules.ts';
import { request } from '../../bridge.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import { GridPlan } from '../../comparison/GridPlan.tsx';
import { ClientSection } from '../../forms/ClientSection.tsx';
import { DraftTitle } from '../../forms/DraftTitle.tsx';
import { type FormScope, FormScopeProvider } from '../../forms/form-scope.tsx';
import { HiddenValues } from '../../forms/HiddenValues.tsx';
import { FillKept, KeptNote } from '../../forms/KeptValues.tsx';
import { SendFields } from '../../forms/LoadFields.tsx';
import { RequestFields } from '../../forms/plan/RequestFields.tsx';
import { RequestSection } from '../../forms/RequestSection.tsx';
import { FoldedSections, SetupFrame } from '../../forms/SetupFrame.tsx';
import { TargetFields } from '../../forms/TargetFields.tsx';
import { askForProblems, useSetupCheck } from '../../forms/use-setup-check.ts';
import { useStart } from '../../forms/use-start.ts';
import { useText, text as words } from '../../i18n/i18n.tsx';
import { checkComparison } from '../../state/forms/check-comparison.ts';
import { compareDraft } from '../../state/forms/compare-draft.ts';
import {
  addVariant,
  type CompareForm,
  editSetup,
  editVariant,
  fillVariant,
  LEAST_VARIANTS,
  MOST_VARIANTS,
  removeVariant,
  setOwnLoad,
  type VariantForm,
} from '../../state/forms/compare-form.ts';
import { asGrid, asVariants, cellForm, hasRoomForTopology, isGrid } from '../../state/forms/grid-form.ts';
import { EMPTY_FORM, type SetupForm, typedSubject } from '../../state/forms/setup-form.ts';
import { navigate } from '../../state/route.ts';
import { useDebounced } from '../../state/use-debounced.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Choice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Cases } from './Cases.tsx';
import css from './CompareSetup.module.css';
import { EstimateCard } from './EstimateCard.tsx';
import { NameRow } from './NameRow.tsx';
import { removeWith, replacedBy } from './replaced.ts';

const SETTLE_MS = 350;

/** Two to six variants, each a complete set-up; B starts as a copy of A, and the differences are listed. */
export function CompareSetupScreen() {
  const text = useText('compare.setup');
  const ofGrid = useText('grid.form');
  const draft = compareDraft.use();
  const [chosen, setChosen] = useState(0);
  const [chosenCase, setChosenCase] = useState(0);
  const [submitted, setSubmitted] = useState(false);
  const [keepValues, setKeepValues] = useState(false);
  const { starting, failure, start, forget } = useStart(draft);
  const checked = useMemo(() => checkComparison(draft), [draft]);
  const shown = Math.min(chosen, draft.variants.length - 1);
  const hasCases = isGrid(draft);
  const titles = checked.comparison?.grid?.topologies ?? checked.comparison?.variants.map(({ title }) => title);
  const wrong = hasCases && !checked.setups.includes(null) ? checked.cases.indexOf(null) : null;
  const incomplete = checked.setups.indexOf(null);
  const wrongPart = wrong === null ? ofGrid('topology', { number: incomplete + 1 }) : ofGrid('case', { number: wrong + 1 });
  const settled = useDebounced(checked.comparison, SETTLE_MS);
  const shownSetups = useMemo(() => [...checked.setups, ...checked.cases], [checked]);
  const run = async () => {
    setSubmitted(true);
    const { comparison } = checked;
    if (comparison === null) return wrong === null ? setChosen(incomplete) : setChosenCase(wrong);
    await start(async () => {
      // What a cell of a grid cannot have, its row says; the others are run.
      for (const [index, { setup }] of hasCases ? [] : comparison.variants.entries()) {
        const [problem] = await askForProblems(setup);
        if (problem === undefined) continue;
        setChosen(index);
        return { ok: false, failure: problem.failure };
      }
      const reply = await request('compare.start', { comparison, name: null, keepValues });
      if (reply.ok) {
        compareDraft.markStarted();
        navigate({ screen: 'compare', sessionId: reply.value.sessionId });
      }
      return reply;
    });
  };
  return (
    <SetupFrame
      head={
        <>
          <DraftTitle draft={compareDraft} title={text('title')} nameOf={nameOf} />
          <p className={css.lead}>{hasCases ? ofGrid('lead') : text('lead')}</p>
          <Segmented
            label={ofGrid('what')}
            value={hasCases ? 'grid' : 'variants'}
            onChange={(next) => removeWith(next === 'grid' ? asGrid : asVariants)}
            options={(['variants', 'grid'] as const).map((value) => ({ value, label: ofGrid(value) }))}
          />
          {draft.variants.map(({ key, form }, index) => (
            <FillKept key={key} form={form} edit={scopeOf(index, form).edit} />
          ))}
        </>
      }
      fields={
        <>
          <section className={hasCases ? css.next : undefined} aria-labelledby={hasCases ? 'grid-topologies' : undefined}>
            {hasCases && <h2 id="grid-topologies">{ofGrid('topologies')}</h2>}
            <Tabs
              label={hasCases ? ofGrid('topologies') : text('variants')}
              value={String(shown)}
              onChange={(value) => setChosen(Number(value))}
              tabs={draft.variants.map((variant, index) => ({
                value: String(index),
                label: <VariantTab variant={variant} index={index} title={titles?.[index]} isTopology={hasCases} />,
                content: (
                  <VariantPart
                    key={variant.key}
                    variant={variant}
                    index={index}
                    setups={checked.setups}
                    title={titles?.[index]}
                    submitted={submitted}
                    row={draft.cases[0]?.form ?? null}
                    ownLoad={draft.ownLoad}
                    onRemove={draft.variants.length > LEAST_VARIANTS ? () => removeWith((form) => removeVariant(form, index)) : null}
                  />
                ),
              }))}
              aside={
                draft.variants.length < MOST_VARIANTS &&
                (!hasCases || hasRoomForTopology(draft)) && (
                  <AddVariant isTopology={hasCases} count={draft.variants.length} onAdded={setChosen} />
                )
              }
            />
          </section>
          {!hasCases && <LoadOfAll draft={draft} submitted={submitted} />}
          {hasCases && (
            <Cases
              draft={draft}
              shown={chosenCase}
              onShow={setChosenCase}
              titles={checked.comparison?.grid?.cases ?? null}
              submitted={submitted}
            />
          )}
        </>
      }
      plan={
        <>
          {hasCases ? (
            <GridPlan comparison={settled} className={css.gridPlan} />
          ) : (
            <>
              <EstimateCard draft={draft} comparison={checked.comparison} />
              <Warned comparison={checked.comparison} />
            </>
          )}
          <HiddenValues setups={shownSetups} keep={keepValues} onChange={setKeepValues} />
          {submitted && checked.comparison === null && (
            <p className={css.wrong} role="alert">
              {hasCases ? ofGrid('problems', { what: wrongPart }) : text('problems', { letter: variantLetter(incomplete) })}
            </p>
          )}
        </>
      }
      failure={failure}
      onFailureGone={forget}
      starting={starting}
      startLabel={hasCases ? ofGrid('run') : text('run')}
      startingLabel={text('running')}
      onStart={run}
    />
  );
}

/** `title`: what it will be called; undefined while a variant is not complete. */
function VariantTab({
  variant,
  index,
  title,
  isTopology,
}: {
  variant: VariantForm;
  index: number;
  title: string | undefined;
  isTopology: boolean;
}) {
  const text = useText('grid.form');
  if (isTopology) return <span className={css.tabName}>{title ?? (variant.title.trim() || text('topology', { number: index + 1 }))}</span>;
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

function AddVariant({ count, isTopology, onAdded }: { count: number; isTopology: boolean; onAdded: (index: number) => void }) {
  const text = useText('compare.setup');
  const ofGrid = useText('grid.form');
  return (
    <Button
      variant="quiet"
      title={isTopology ? ofGrid('addHint') : text('addHint', { letter: variantLetter(count - 1) })}
      onClick={() => {
        compareDraft.change(addVariant);
        onAdded(count);
      }}
    >
      {isTopology ? ofGrid('addTopology') : text('add', { letter: variantLetter(count) })}
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
  /** Of a grid: the load that it is checked with, which stands in the cases. Null: the variant has its own. */
  readonly row: SetupForm | null;
  readonly ownLoad: boolean;
  readonly onRemove: (() => void) | null;
}

/** A change of A also changes the other variants where they still equal A. */
function scopeOf(index: number, form: SetupForm): FormScope {
  return {
    form,
    current: () => compareDraft.current().variants[index]?.form ?? EMPTY_FORM,
    edit: (change) => compareDraft.change((draft) => editSetup(draft, index, change)),
    ...replacedBy((filled) => compareDraft.change((draft) => fillVariant(draft, index, filled))),
  };
}

function nameOf({ variants }: CompareForm): string {
  const [a, b, ...more] = variants.map(({ title, form }) => title.trim() || shortSubject(typedSubject(form)));
  if (!a || b === undefined) return a ?? '';
  return a === b ? a : [words('setup.draft.against', { a, b }), ...more].join(', ');
}

function VariantPart({ variant, index, setups, title, submitted, row, ownLoad, onRemove }: VariantPartProps) {
  const text = useText('compare.setup');
  const ofGrid = useText('grid.form');
  const { form } = variant;
  const checked = useMemo(() => (row === null ? form : cellForm(form, row)), [form, row]);
  const { errors } = useSetupCheck(checked, submitted);
  const scope = useMemo(() => scopeOf(index, form), [index, form]);
  const isTopology = row !== null;
  // What a topology is sent stands in the cases.
  const hasLoad = !isTopology && ownLoad;
  const words = isTopology
    ? { hint: ofGrid('nameHint'), remove: ofGrid('removeTopology'), unnamed: ofGrid('topology', { number: index + 1 }) }
    : { hint: text('nameHint'), remove: text('remove'), unnamed: text('untitled', { letter: variantLetter(index) }) };
  return (
    <div className={css.variant}>
      {!isTopology && index > 0 && <Differences base={setups[0] ?? null} own={setups[index] ?? null} />}
      <NameRow
        hint={words.hint}
        value={variant.title}
        placeholder={title ?? words.unnamed}
        onChange={(typed) => compareDraft.change((draft) => editVariant(draft, index, { title: typed }))}
        remove={words.remove}
        onRemove={onRemove}
      />
      <FormScopeProvider scope={scope}>
        <KeptNote form={form} />
        <TargetFields place="first" errors={errors} />
        {!isTopology && <RequestFields errors={errors} />}
        {hasLoad && <SendFields errors={errors} />}
        <TargetFields place="below" errors={errors} />
        <FoldedSections>
          <TargetFields place="folded" errors={errors} />
          {!isTopology && <RequestSection errors={errors} {...(hasLoad ? {} : { part: 'request' })} />}
          {hasLoad && <ClientSection errors={errors} takesCommand />}
        </FoldedSections>
      </FormScopeProvider>
    </div>
  );
}

/** One load, unless each is to have its own. */
function LoadOfAll({ draft, submitted }: { draft: CompareForm; submitted: boolean }) {
  const text = useText('compare.setup');
  const { ownLoad } = draft;
  return (
    <section className={css.load} aria-labelledby="load-of-all">
      <div className={css.loadHead}>
        <h2 id="load-of-all">{text('load')}</h2>
        <Segmented
          label={text('loadOf')}
          value={ownLoad ? 'ownLoad' : 'oneLoad'}
          onChange={(next) =>
            next === 'ownLoad' ? compareDraft.change((was) => setOwnLoad(was, true)) : removeWith((was) => setOwnLoad(was, false))
          }
          options={(['oneLoad', 'ownLoad'] as const).map((value) => ({ value, label: text(value) }))}
        />
      </div>
      <p className="muted">{text(ownLoad ? 'ownLoadNote' : 'oneLoadNote')}</p>
      {!ownLoad && <OneLoad form={draft.variants[0]?.form ?? EMPTY_FORM} submitted={submitted} />}
    </section>
  );
}

/** That of A is that of all. */
function OneLoad({ form, submitted }: { form: SetupForm; submitted: boolean }) {
  const { errors } = useSetupCheck(form, submitted);
  const scope = useMemo(() => scopeOf(0, form), [form]);
  return (
    <FormScopeProvider scope={scope}>
      <SendFields errors={errors} />
      <FoldedSections>
        <RequestSection errors={errors} part="load" />
        <ClientSection errors={errors} takesCommand />
      </FoldedSections>
    </FormScopeProvider>
  );
}

/** What the result will be warned of, while it can still be changed. */
function Warned({ comparison }: { comparison: ComparisonSetup | null }) {
  const warnings = useMemo(() => (comparison === null ? [] : computeSetupWarnings(comparison)), [comparison]);
  return (
    <div role="status">
      {warnings.map((said) => (
        <Notice key={JSON.stringify(said)} tone="warn">
          {wordSaid(said)}
        </Notice>
      ))}
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
