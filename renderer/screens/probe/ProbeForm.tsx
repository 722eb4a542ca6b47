import { useState } from 'react';
import { PROBE_LIMITS } from '../../../shared/model/probe.ts';
import { OtherMachine } from '../../forms/OtherMachine.tsx';
import { useRunKey, useRunKeyName } from '../../forms/use-run-key.ts';
import { useText } from '../../i18n/i18n.tsx';
import { StartFailure } from '../../session/StartFailure.tsx';
import { foreignHost } from '../../state/forms/setup-form.ts';
import { editProbe, type ProbeForm as Form, forgetRefusal, startProbe, useProbe } from '../../state/probe.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput, TextInput } from '../../ui/Input.tsx';
import { Kbd } from '../../ui/Toolbar.tsx';
import { KeyValueTable } from '../../ui/table/KeyValueTable.tsx';
import css from './ProbeScreen.module.css';

const WHOLE = { max: true, budgetS: false, timeoutS: false } as const;
type Figure = keyof typeof WHOLE;

interface ProbeFormProps {
  readonly isRunning: boolean;
  readonly hasRun: boolean;
}

export function ProbeForm({ isRunning, hasRun }: ProbeFormProps) {
  const text = useText('probe.screen');
  const [modifier, key] = useRunKeyName();
  const { form, refusal, isStarting } = useProbe();
  const [isTried, setIsTried] = useState(false);
  const url = withScheme(form.url);
  const host = foreignHost(url);
  const isWrong = form.url.trim() === '' || FIGURES.some((name) => !isWithin(name, form[name]));
  const start = async () => {
    setIsTried(true);
    if (isWrong || isRunning || isStarting) return;
    const { lightUrl, allowHost, headers, max, budgetS, timeoutS } = form;
    await startProbe({
      url,
      lightUrl: lightUrl.trim() || null,
      headers: headers.filter(({ name }) => name.trim() !== ''),
      allowHost: host === null ? null : allowHost.trim() || null,
      max,
      budgetS,
      timeoutS,
    });
  };
  useRunKey(start);
  return (
    <form
      className={css.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Field label={text('url')} hint={text('urlHint')} error={isTried && form.url.trim() === '' ? text('urlMissing') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            mono
            value={form.url}
            placeholder="http://127.0.0.1:3000/slow"
            onChange={(next) => editProbe({ url: next })}
          />
        )}
      </Field>
      {host !== null && (
        <OtherMachine host={host} value={form.allowHost} error={undefined} onChange={(next) => editProbe({ allowHost: next })} />
      )}
      <Field label={text('lightUrl')} hint={text('lightUrlHint')}>
        {(control) => (
          <TextInput {...control} mono value={form.lightUrl} placeholder="/health" onChange={(next) => editProbe({ lightUrl: next })} />
        )}
      </Field>
      <FigureField name="max" label={text('max')} form={form} />
      <FigureField name="budgetS" label={text('budget')} form={form} />
      <Disclosure summary={text('more')}>
        <div className={css.fields}>
          <KeyValueTable label={text('headers')} rows={form.headers} onChange={(headers) => editProbe({ headers })} />
          <FigureField name="timeoutS" label={text('timeout')} form={form} />
        </div>
      </Disclosure>
      {refusal !== null && <StartFailure failure={refusal} onGone={forgetRefusal} onRetry={start} />}
      <div className={css.start}>
        <Button type="submit" variant="primary" className={css.startButton} disabled={isRunning || isStarting}>
          {text(isStarting ? 'starting' : hasRun ? 'again' : 'start')}
        </Button>
        <Kbd>{modifier}</Kbd> <Kbd>{key}</Kbd>
      </div>
    </form>
  );
}

function FigureField({ name, label, form }: { readonly name: Figure; readonly label: string; readonly form: Form }) {
  const text = useText('probe.screen');
  const limits = PROBE_LIMITS[name];
  return (
    <Field label={label} error={isWithin(name, form[name]) ? undefined : text(WHOLE[name] ? 'wholeWithin' : 'within', limits)}>
      {(control) => (
        <NumberInput
          {...control}
          className={css.figure}
          value={form[name]}
          onChange={(next) => editProbe({ [name]: next })}
          {...(name === 'max' ? {} : { unit: text('seconds') })}
        />
      )}
    </Field>
  );
}

const FIGURES = Object.keys(WHOLE) as Figure[];

function isWithin(name: Figure, value: number): boolean {
  const { low, high } = PROBE_LIMITS[name];
  return value >= low && value <= high && (!WHOLE[name] || Number.isInteger(value));
}

/** `localhost:3000/slow` is typed without one. */
function withScheme(typed: string): string {
  const url = typed.trim();
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`;
}
