import { formatMsTyped } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { Checkbox } from '../ui/Choice.tsx';
import { Field } from '../ui/Field.tsx';
import { NumberInput } from '../ui/Input.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';

export function CaptureSection({ errors }: PartProps) {
  const text = useText('setup.capture');
  const { form, edit } = useFormScope();
  const { captureCpu, intervalUs } = form;
  const note = captureCpu ? text('every', { interval: formatMsTyped(intervalUs / 1_000) }) : text('off');
  return (
    <FoldedSection title={text('title')} note={note} wrong={errors['capture.intervalUs'] !== undefined}>
      <div className={css.stack}>
        <Checkbox label={text('cpu')} hint={text('cpuHint')} checked={captureCpu} onChange={(next) => edit({ captureCpu: next })} />
        {captureCpu && (
          <div data-field="capture.intervalUs">
            <Field label={text('interval')} hint={text('intervalHint')} error={errors['capture.intervalUs']}>
              {(control) => <NumberInput {...control} unit="µs" value={intervalUs} onChange={(next) => edit({ intervalUs: next })} />}
            </Field>
          </div>
        )}
      </div>
    </FoldedSection>
  );
}
