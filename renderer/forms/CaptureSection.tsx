import { formatMsTyped } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import type { SetupForm } from '../state/setup-form.ts';
import { RadioList } from '../ui/Choice.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';

const KINDS = ['cpu', 'ticks', 'none'] as const satisfies readonly SetupForm['capture'][];

export function CaptureSection({ errors }: PartProps) {
  const text = useText('setup.capture');
  const { form, edit } = useFormScope();
  const { capture, intervalUs } = form;
  const note = { cpu: text('every', { interval: formatMsTyped(intervalUs / 1_000) }), ticks: text('ticksNote'), none: text('off') };
  return (
    <FoldedSection title={text('title')} note={note[capture]} wrong={errors.intervalUs !== undefined}>
      <div className={css.stack}>
        <RadioList
          label={text('title')}
          value={capture}
          onChange={(next) => edit({ capture: next })}
          options={KINDS.map((value) => ({ value, label: text(`kind.${value}`), detail: text(`hint.${value}`) }))}
        />
        {capture === 'cpu' && <SettingField name="intervalUs" errors={errors} />}
      </div>
    </FoldedSection>
  );
}
