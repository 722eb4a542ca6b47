import { useMemo } from 'react';
import { ClientSection } from '../../forms/ClientSection.tsx';
import { type FormScope, FormScopeProvider } from '../../forms/form-scope.tsx';
import { LoadFields } from '../../forms/LoadFields.tsx';
import { RequestSection } from '../../forms/RequestSection.tsx';
import { FoldedSections } from '../../forms/SetupFrame.tsx';
import { useSetupCheck } from '../../forms/use-setup-check.ts';
import { useText } from '../../i18n/i18n.tsx';
import { compareDraft } from '../../state/forms/compare-draft.ts';
import type { CompareForm, VariantForm } from '../../state/forms/compare-form.ts';
import { addCase, cellForm, editCase, hasRoomForCase, removeCase } from '../../state/forms/grid-form.ts';
import { EMPTY_FORM, type SetupForm } from '../../state/forms/setup-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import css from './CompareSetup.module.css';
import { NameRow } from './NameRow.tsx';
import { removeWith, replacedBy } from './replaced.ts';

interface CasesProps {
  readonly draft: CompareForm;
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly titles: readonly string[] | null;
  readonly submitted: boolean;
}

/** The rows of a grid: each is a load, which every topology gets. */
export function Cases({ draft, shown, onShow, titles, submitted }: CasesProps) {
  const text = useText('grid.form');
  const { cases, variants } = draft;
  const topology = variants[0]?.form ?? EMPTY_FORM;
  return (
    <section className={css.next} aria-labelledby="grid-cases">
      <h2 id="grid-cases">{text('cases')}</h2>
      <Tabs
        label={text('cases')}
        value={String(Math.min(shown, cases.length - 1))}
        onChange={(value) => onShow(Number(value))}
        tabs={cases.map((one, index) => ({
          value: String(index),
          label: <span className={css.tabName}>{titles?.[index] ?? (one.title.trim() || text('case', { number: index + 1 }))}</span>,
          content: (
            <CasePart
              key={one.key}
              one={one}
              index={index}
              topology={topology}
              title={titles?.[index]}
              submitted={submitted}
              onRemove={cases.length > 1 ? () => removeWith((form) => removeCase(form, index)) : null}
            />
          ),
        }))}
        aside={
          hasRoomForCase(draft) && (
            <Button
              variant="quiet"
              title={text('addHint')}
              onClick={() => {
                compareDraft.change(addCase);
                onShow(cases.length);
              }}
            >
              {text('addCase')}
            </Button>
          )
        }
      />
    </section>
  );
}

interface CasePartProps {
  readonly one: VariantForm;
  readonly index: number;
  /** What it is checked with: some loads depend on what is measured. */
  readonly topology: SetupForm;
  readonly title: string | undefined;
  readonly submitted: boolean;
  readonly onRemove: (() => void) | null;
}

function CasePart({ one, index, topology, title, submitted, onRemove }: CasePartProps) {
  const text = useText('grid.form');
  const form = useMemo(() => cellForm(topology, one.form), [topology, one.form]);
  const scope = useMemo(() => scopeOf(index, form), [index, form]);
  const { errors } = useSetupCheck(form, submitted);
  return (
    <div className={css.variant}>
      <NameRow
        hint={text('nameHint')}
        value={one.title}
        placeholder={title ?? text('case', { number: index + 1 })}
        onChange={(typed) => compareDraft.change((draft) => editCase(draft, index, { title: typed }))}
        remove={text('removeCase')}
        onRemove={onRemove}
      />
      <FormScopeProvider scope={scope}>
        <LoadFields errors={errors} />
        <FoldedSections>
          <RequestSection errors={errors} />
          <ClientSection errors={errors} takesCommand />
        </FoldedSections>
      </FormScopeProvider>
    </div>
  );
}

function scopeOf(index: number, form: SetupForm): FormScope {
  const edit = (change: Partial<SetupForm>) =>
    compareDraft.change((draft) => editCase(draft, index, { form: { ...draft.cases[index]!.form, ...change } }));
  return {
    form,
    current: () => {
      const { cases, variants } = compareDraft.current();
      return cellForm(variants[0]?.form ?? EMPTY_FORM, cases[index]?.form ?? EMPTY_FORM);
    },
    edit,
    ...replacedBy(edit),
  };
}
