import { useText } from '../i18n/i18n.tsx';
import { foreignHost } from '../state/setup-form.ts';
import { Segmented } from '../ui/Choice.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { NumberInput, TextInput } from '../ui/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';

/** What most runs differ in. */
export function LoadFields({ errors }: PartProps) {
  const text = useText('setup');
  const { form, edit } = useFormScope();
  const { url, connections, warmupS } = form;
  const host = foreignHost(url.trim());
  return (
    <>
      <div data-field="load.url">
        <Field label={text('url.label')} hint={text('url.hint')} error={errors['load.url']}>
          {(control) => <TextInput {...control} mono value={url} onChange={(next) => edit({ url: next })} />}
        </Field>
      </div>
      {host !== null && <OtherMachine host={host} error={errors['load.allowHost']} />}
      <div className={css.pair}>
        <div data-field="load.connections">
          <Field label={text('connections.label')} hint={text('connections.hint')} error={errors['load.connections']}>
            {(control) => <NumberInput {...control} value={connections} onChange={(next) => edit({ connections: next })} />}
          </Field>
        </div>
        <EndField errors={errors} />
      </div>
      <div data-field="load.warmupS">
        <Field label={text('warmup.label')} hint={text('warmup.hint')} error={errors['load.warmupS']}>
          {(control) => (
            <NumberInput {...control} unit={text('warmup.unit')} value={warmupS} onChange={(next) => edit({ warmupS: next })} />
          )}
        </Field>
      </div>
    </>
  );
}

function EndField({ errors }: PartProps) {
  const text = useText('setup.end');
  const { form, edit } = useFormScope();
  const { endBy, seconds, requests } = form;
  const byTime = endBy === 'duration';
  const field = byTime ? 'load.end.seconds' : 'load.end.requests';
  return (
    <div data-field={field}>
      <FieldGroup label={text('label')} error={errors[field]}>
        <div className={css.end}>
          <Segmented
            label={text('label')}
            value={endBy}
            onChange={(next) => edit({ endBy: next })}
            options={[
              { value: 'duration', label: text('duration') },
              { value: 'amount', label: text('amount') },
            ]}
          />
          <NumberInput
            key={endBy}
            aria-label={byTime ? text('secondsLabel') : text('requestsLabel')}
            aria-invalid={errors[field] ? true : undefined}
            unit={byTime ? text('seconds') : text('requests')}
            value={byTime ? seconds : requests}
            onChange={(next) => edit(byTime ? { seconds: next } : { requests: next })}
          />
        </div>
      </FieldGroup>
    </div>
  );
}

/** Load to somebody else's machine is never an accident: the name is typed twice. */
function OtherMachine({ host, error }: { host: string; error: string | undefined }) {
  const text = useText('setup.allowHost');
  const { form, edit } = useFormScope();
  const { allowHost } = form;
  return (
    <div data-field="load.allowHost">
      <Notice tone="warn">
        <p>{text.rich('text', { host, b: (words) => <b>{words}</b> })}</p>
        <Field className={css.below} label={text('label')} error={error}>
          {(control) => <TextInput {...control} mono value={allowHost} placeholder={host} onChange={(next) => edit({ allowHost: next })} />}
        </Field>
      </Notice>
    </div>
  );
}
