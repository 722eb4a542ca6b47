import { HTTP_METHODS } from '../../shared/model/setup.ts';
import { useText } from '../i18n/i18n.tsx';
import { countChanges } from '../state/setup-form.ts';
import { Checkbox } from '../ui/Choice.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { NumberInput, TextArea } from '../ui/Input.tsx';
import { KeyValueTable } from '../ui/KeyValueTable.tsx';
import { Select } from '../ui/Select.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { useRowProblem } from './use-row-problem.ts';

export function RequestSection({ errors }: PartProps) {
  const text = useText('setup.request');
  const { form, edit } = useFormScope();
  const note = useText('setup.target')('note', { count: countChanges(form, ['method', 'headers', 'body', 'timeoutS', 'keepAlive']) });
  const problemOf = useRowProblem('load.headers');
  const { method, headers, body, timeoutS, keepAlive } = form;
  const wrong = Boolean(errors['load.headers'] ?? errors['load.body'] ?? errors['load.timeoutS'] ?? errors['load.method']);
  return (
    <FoldedSection title={text('title')} note={note} wrong={wrong}>
      <div className={css.stack}>
        <Field label={text('method')}>
          {(control) => (
            <Select
              {...control}
              value={method}
              onChange={(next) => edit({ method: next })}
              options={HTTP_METHODS.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <div data-field="load.headers">
          <FieldGroup label={text('headers')} hint={text('headersHint')} error={errors['load.headers']}>
            <KeyValueTable
              label={text('headers')}
              rows={headers}
              onChange={(next) => edit({ headers: next })}
              namePlaceholder="content-type"
              problemOf={problemOf}
            />
          </FieldGroup>
        </div>
        <Field label={text('body')} hint={text('bodyHint')} error={errors['load.body']}>
          {(control) => <TextArea {...control} mono value={body} onChange={(next) => edit({ body: next })} />}
        </Field>
        <div data-field="load.timeoutS">
          <Field label={text('timeout')} hint={text('timeoutHint')} error={errors['load.timeoutS']}>
            {(control) => <NumberInput {...control} unit="s" value={timeoutS} onChange={(next) => edit({ timeoutS: next })} />}
          </Field>
        </div>
        <Checkbox
          label={text('keepAlive')}
          hint={text('keepAliveHint')}
          checked={keepAlive}
          onChange={(next) => edit({ keepAlive: next })}
        />
      </div>
    </FoldedSection>
  );
}
