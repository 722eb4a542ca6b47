import { costsAlike } from '../../shared/model/profile/profiling-cost.ts';
import { CPU_CAPTURE, isAlone } from '../../shared/model/setup/captures.ts';
import { TARGET_KINDS } from '../../shared/model/setup/target-kinds.ts';
import { lastCostText } from '../../shared/phrases/profiling-cost.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { captureOf, countChanges, type FieldName, type SetupForm } from '../state/forms/setup-form.ts';
import { RadioList } from '../ui/Choice.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { captureFields, useCaptureWords } from './use-capture-words.ts';

export function CaptureSection({ errors }: PartProps) {
  const text = useText('capture');
  const { form, edit } = useFormScope();
  const { note } = useCaptureWords(form);
  const capture = captureOf(form);
  const { captures, isStarted } = TARGET_KINDS[form.target];
  const fields: readonly FieldName[] = [
    ...captureFields(capture),
    ...(isStarted && !isAlone(capture) ? (['collectGarbage'] as const) : []),
  ];
  // Of no effect without the other.
  const isShown = (name: FieldName): boolean =>
    name === 'waits' || name === 'byRequestLimit' ? form.byRequest : name !== 'keepStatements' || (form.byRequest && form.waits);
  if (captures.length < 2) return null;
  return (
    <FoldedSection title={text('title')} note={note} names={fields} errors={errors} startsOpen={countChanges(form, fields) > 0}>
      <div className={css.stack}>
        <RadioList
          label={text('title')}
          value={capture}
          onChange={(next) => edit({ capture: next })}
          options={captures.map((value) => ({ value, label: text(`kind.${value}.label`), detail: text(`kind.${value}.hint`) }))}
        />
        {fields.filter(isShown).map((name) => (
          <SettingField key={name} name={name} errors={errors} />
        ))}
        {capture === CPU_CAPTURE && <LastCost of={form} />}
      </div>
    </FoldedSection>
  );
}

/** What this machine has measured last, taking a profile in this way; nothing where it never has. */
function LastCost({ of }: { of: Pick<SetupForm, 'intervalUs' | 'byRequest' | 'spans' | 'waits'> }) {
  const { data } = useEngineRequest('setup.costs', {});
  const known = data?.find((one) => costsAlike(one, of));
  const said = known === undefined ? null : lastCostText(known);
  return said === null ? null : <p className="muted">{said}</p>;
}
