import { formatMsTyped } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { Checkbox } from '../ui/Choice.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';

export function CaptureSection({ errors }: PartProps) {
  const text = useText('setup.capture');
  const { form, edit } = useFormScope();
  const { capture, intervalUs } = form;
  const isTaken = capture === 'cpu';
  const note = isTaken ? text('every', { interval: formatMsTyped(intervalUs / 1_000) }) : text('off');
  return (
    <FoldedSection title={text('title')} note={note} wrong={errors.intervalUs !== undefined}>
      <div className={css.stack}>
        <Checkbox
          label={text('cpu')}
          hint={text('cpuHint')}
          checked={isTaken}
          onChange={(next) => edit({ capture: next ? 'cpu' : 'none' })}
        />
        {isTaken && <SettingField name="intervalUs" errors={errors} />}
      </div>
    </FoldedSection>
  );
}
