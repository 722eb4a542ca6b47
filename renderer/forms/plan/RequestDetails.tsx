import { useState } from 'react';
import type { Plan, PlanBody, PlanCapture, PlanExpect, PlanRequest } from '../../../shared/model/load/plan.ts';
import { useText } from '../../i18n/i18n.tsx';
import { bodyOfKind, parseJsonText, parseScalar, parseStatuses, textOfBody, typedScalar, withBody } from '../../state/forms/plan-form.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Choice.tsx';
import { Field, FieldGroup } from '../../ui/Field.tsx';
import { NumberInput, TextArea, TextInput } from '../../ui/Input.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Select } from '../../ui/Select.tsx';
import { KeyValueTable } from '../../ui/table/KeyValueTable.tsx';
import { useRowProblem } from '../use-row-problem.ts';
import css from './plan.module.css';

interface Props {
  readonly request: PlanRequest;
  readonly onChange: (request: PlanRequest) => void;
}

/** What a request may have besides its URL. */
export function RequestDetails({ request, order, onChange }: Props & { order: Plan['order'] }) {
  const words = useText('requestPlan');
  const problemOf = useRowProblem('headers');
  return (
    <div className={css.details}>
      <FieldGroup label={words('headers')}>
        <KeyValueTable
          label={words('headers')}
          rows={request.headers}
          onChange={(headers) => onChange({ ...request, headers })}
          namePlaceholder="content-type"
          problemOf={problemOf}
        />
      </FieldGroup>
      <BodyFields request={request} onChange={onChange} />
      <ExpectFields expect={request.expect} onChange={(expect) => onChange({ ...request, expect })} />
      <ThinkFields request={request} onChange={onChange} />
      {/* Also where they may not be: whoever turned a sequence into a mix has to take them out. */}
      {(order === 'sequence' || request.captures.length > 0) && (
        <CaptureFields captures={request.captures} onChange={(captures) => onChange({ ...request, captures })} />
      )}
    </div>
  );
}

const BODY_KINDS = ['none', 'text', 'json', 'form', 'file'] as const;

function BodyFields({ request, onChange }: Props) {
  const words = useText('requestPlan');
  const { body } = request;
  // Of JSON what is typed, which is not JSON at every letter.
  const [typed, setTyped] = useState<string | null>(null);
  const kind = typed === null ? body.kind : 'json';
  const set = (next: PlanBody) => onChange(withBody(request, next));
  const choose = (next: PlanBody['kind']) => {
    setTyped(null);
    set(bodyOfKind(body, next));
  };
  const typeJson = (text: string) => {
    const json = parseJsonText(text);
    setTyped(json === undefined ? text : null);
    set(json === undefined ? { kind: 'text', text } : { kind: 'json', json });
  };
  return (
    <FieldGroup label={words('body')}>
      <Segmented
        label={words('body')}
        value={kind}
        onChange={choose}
        options={BODY_KINDS.map((one) => ({ value: one, label: words(`bodyKind.${one}`) }))}
      />
      <div className={css.below}>
        {body.kind === 'text' && kind === 'text' && (
          <TextArea mono aria-label={words('bodyText')} value={body.text} onChange={(text) => set({ kind: 'text', text })} />
        )}
        {kind === 'json' && <JsonArea value={typed ?? textOfBody(body)} wrong={typed !== null} onChange={typeJson} />}
        {body.kind === 'form' && (
          <KeyValueTable label={words('bodyFields')} rows={body.fields} onChange={(fields) => set({ kind: 'form', fields })} />
        )}
        {body.kind === 'file' && (
          <Field label={words('bodyFile')}>
            {(control) => <TextInput {...control} mono value={body.file} onChange={(file) => set({ kind: 'file', file })} />}
          </Field>
        )}
      </div>
    </FieldGroup>
  );
}

/** Keeps the text as it is typed while it means the same. */
function JsonArea({ value, wrong, onChange }: { value: string; wrong: boolean; onChange: (text: string) => void }) {
  const words = useText('requestPlan');
  const [typed, setTyped] = useState(value);
  const meant = parseJsonText(typed);
  const isSame = meant !== undefined && JSON.stringify(meant) === JSON.stringify(parseJsonText(value));
  return (
    <Field label={words('bodyJson')} error={wrong ? words('notJson') : undefined}>
      {(control) => (
        <TextArea
          {...control}
          mono
          value={isSame ? typed : value}
          onChange={(text) => {
            setTyped(text);
            onChange(text);
          }}
        />
      )}
    </Field>
  );
}

function ExpectFields({ expect, onChange }: { expect: PlanExpect; onChange: (expect: PlanExpect) => void }) {
  const words = useText('requestPlan');
  return (
    <FieldGroup label={words('expect')}>
      <div className={css.pair}>
        <StatusField expect={expect} onChange={onChange} />
        <Field label={words('maxMs')}>
          {(control) => (
            <NumberInput
              {...control}
              unit="ms"
              value={expect.maxMs ?? Number.NaN}
              onChange={(ms) => onChange({ ...expect, maxMs: Number.isNaN(ms) ? null : ms })}
            />
          )}
        </Field>
      </div>
      <div className={css.pair}>
        {(['contains', 'matches'] as const).map((name) => (
          <TextField key={name} label={words(name)} texts={expect[name]} onChange={(texts) => onChange({ ...expect, [name]: texts })} />
        ))}
      </div>
      <FieldGroup label={words('json')} className={css.below}>
        <KeyValueTable
          label={words('json')}
          nameLabel={words('jsonPath')}
          valueLabel={words('jsonValue')}
          rows={expect.json.map(({ path, value }) => ({ name: path, value: typedScalar(value) }))}
          onChange={(rows) => onChange({ ...expect, json: rows.map(({ name, value }) => ({ path: name, value: parseScalar(value) })) })}
        />
      </FieldGroup>
    </FieldGroup>
  );
}

function StatusField({ expect, onChange }: { expect: PlanExpect; onChange: (expect: PlanExpect) => void }) {
  const words = useText('requestPlan');
  const written = expect.status.join(', ');
  const [typed, setTyped] = useState(written);
  const statuses = parseStatuses(typed);
  const isTyped = statuses === null || statuses.join(', ') === written;
  return (
    <Field label={words('status')} hint={words('statusHint')} error={isTyped && statuses === null ? words('notStatus') : undefined}>
      {(control) => (
        <TextInput
          {...control}
          value={isTyped ? typed : written}
          onChange={(text) => {
            setTyped(text);
            const next = parseStatuses(text);
            if (next !== null) onChange({ ...expect, status: next });
          }}
        />
      )}
    </Field>
  );
}

/** One text; where the plan has several, only its text can show them. */
function TextField({ label, texts, onChange }: { label: string; texts: readonly string[]; onChange: (texts: readonly string[]) => void }) {
  const words = useText('requestPlan');
  const isOne = texts.length <= 1;
  return (
    <Field label={label} hint={isOne ? undefined : words('several_values')}>
      {(control) => (
        <TextInput {...control} mono disabled={!isOne} value={texts.join(', ')} onChange={(text) => onChange(text === '' ? [] : [text])} />
      )}
    </Field>
  );
}

function ThinkFields({ request, onChange }: Props) {
  const words = useText('requestPlan');
  const [least, most] = request.thinkS;
  const zero = (seconds: number) => (Number.isNaN(seconds) ? 0 : seconds);
  return (
    <FieldGroup label={words('think')}>
      <div className={css.think}>
        <Field label={words('thinkLeast')} className={css.thinkPart}>
          {(control) => (
            <NumberInput
              {...control}
              unit="s"
              value={least}
              // Always the same time until somebody says otherwise.
              onChange={(next) => onChange({ ...request, thinkS: [zero(next), Math.max(zero(next), least === most ? 0 : most)] })}
            />
          )}
        </Field>
        <Field label={words('thinkMost')}>
          {(control) => (
            <NumberInput {...control} unit="s" value={most} onChange={(next) => onChange({ ...request, thinkS: [least, zero(next)] })} />
          )}
        </Field>
      </div>
    </FieldGroup>
  );
}

const FROM = ['json', 'header', 'matches'] as const;

function CaptureFields({ captures, onChange }: { captures: readonly PlanCapture[]; onChange: (captures: PlanCapture[]) => void }) {
  const words = useText('requestPlan');
  const set = (index: number, change: Partial<PlanCapture>) =>
    onChange(captures.map((one, at) => (at === index ? { ...one, ...change } : one)));
  const label = (column: 'captureName' | 'captureFrom' | 'captureAt', index: number) =>
    words('ofValue', { column: words(column), row: index + 1 });
  return (
    <FieldGroup label={words('captures')}>
      {captures.map((capture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place while it is edited
        <div key={index} className={css.captureRow}>
          <TextInput
            mono
            aria-label={label('captureName', index)}
            placeholder="token"
            value={capture.name}
            onChange={(name) => set(index, { name })}
          />
          <Select
            label={label('captureFrom', index)}
            value={capture.from}
            onChange={(from) => set(index, { from })}
            options={FROM.map((from) => ({ value: from, label: words(`captureKind.${from}`) }))}
          />
          <TextInput
            mono
            aria-label={label('captureAt', index)}
            placeholder="$.token"
            value={capture.at}
            onChange={(at) => set(index, { at })}
          />
          <IconButton label={words('removeCapture', { row: index + 1 })} onClick={() => onChange(captures.filter((_, at) => at !== index))}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <Button variant="quiet" className={css.add} onClick={() => onChange([...captures, { name: '', from: 'json', at: '' }])}>
        {words('addCapture')}
      </Button>
    </FieldGroup>
  );
}
