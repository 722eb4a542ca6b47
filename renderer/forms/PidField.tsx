import { useRef } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { useFieldWords } from './use-field-words.ts';

/** A process that runs already: its number, or one of a list. */
export function PidField({ errors }: PartProps) {
  const text = useText('setup.pid');
  const words = useFieldWords('pid');
  const { form, edit } = useFormScope();
  const input = useRef<HTMLInputElement>(null);
  const { data, failure, reload } = useEngineRequest('nodes.running', {});
  const { pid } = form;
  return (
    <div data-field="pid">
      <Field {...words} error={errors.pid}>
        {(control) => (
          <div className={css.withButton}>
            <TextInput {...control} ref={input} mono value={pid} placeholder="12345" onChange={(next) => edit({ pid: next })} />
            <Button variant="quiet" onClick={reload}>
              {text('refresh')}
            </Button>
          </div>
        )}
      </Field>
      {failure && <ErrorNotice failure={failure} />}
      {data?.length === 0 && <p className="muted">{text('none')}</p>}
      {data !== undefined && data.length > 0 && (
        <div className={css.before}>
          <span className="muted">{text('running')}</span>
          {data.map((one) => (
            <button
              key={one.pid}
              type="button"
              className={css.pathLink}
              onClick={() => {
                edit({ pid: String(one.pid) });
                input.current?.focus();
              }}
            >
              {text('process', { pid: String(one.pid), title: one.title, ports: one.ports.join(', '), listens: one.ports.length })}
            </button>
          ))}
        </div>
      )}
      {form.capture !== 'none' && (
        <div className={css.permission}>
          <SettingField name="signal" errors={errors} />
        </div>
      )}
    </div>
  );
}
