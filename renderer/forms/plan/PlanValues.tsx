import type { Plan, PlanValue, ValueSource } from '../../../shared/model/load/plan.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Choice.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { NumberInput, TextInput } from '../../ui/Input.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './plan.module.css';

const SOURCES = {
  file: { kind: 'file', file: '', column: '' },
  counter: { kind: 'counter', first: 1 },
  random: { kind: 'random', least: 1, most: 6 },
} as const satisfies { readonly [K in ValueSource['kind']]: Extract<ValueSource, { kind: K }> };
const KINDS = Object.keys(SOURCES) as ValueSource['kind'][];

/** What placeholders stand for, and what else is true of all requests. */
export function PlanValues({ plan, onChange }: { plan: Plan; onChange: (plan: Plan) => void }) {
  const words = useText('requestPlan');
  const { values, cookies } = plan;
  const setAll = (next: readonly PlanValue[]) => onChange({ ...plan, values: next });
  const set = (index: number, value: PlanValue) => setAll(values.map((one, at) => (at === index ? value : one)));
  return (
    <Disclosure summary={words('values')} note={words('valuesNote', { count: values.length })} className={css.values}>
      <p className={css.hint}>{words('valuesHint')}</p>
      {values.map((value, index) => (
        <ValueRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place while it is edited
          key={index}
          value={value}
          row={index + 1}
          onChange={(next) => set(index, next)}
          onRemove={() => setAll(values.filter((_, at) => at !== index))}
        />
      ))}
      <Button variant="quiet" className={css.add} onClick={() => setAll([...values, { name: '', source: SOURCES.counter }])}>
        {words('addValue')}
      </Button>
      <Checkbox label={words('cookies')} checked={cookies} onChange={(keeps) => onChange({ ...plan, cookies: keeps })} />
    </Disclosure>
  );
}

interface RowProps {
  readonly value: PlanValue;
  readonly row: number;
  readonly onChange: (value: PlanValue) => void;
  readonly onRemove: () => void;
}

type Column = 'valueName' | 'valueKind' | 'valueFile' | 'valueColumn' | 'valueFirst' | 'valueLeast' | 'valueMost';

function ValueRow({ value, row, onChange, onRemove }: RowProps) {
  const words = useText('requestPlan');
  const { name, source } = value;
  const label = (column: Column) => ({ 'aria-label': words('ofValue', { column: words(column), row }), title: words(column) });
  const setSource = (next: ValueSource) => onChange({ ...value, source: next });
  return (
    <div className={css.captureRow}>
      <TextInput
        mono
        {...label('valueName')}
        placeholder={words('valueName')}
        value={name}
        onChange={(typed) => onChange({ ...value, name: typed })}
      />
      <Select
        label={label('valueKind')['aria-label']}
        value={source.kind}
        onChange={(kind) => setSource(SOURCES[kind])}
        options={KINDS.map((kind) => ({ value: kind, label: words(`kind.${kind}`) }))}
      />
      <div className={css.source}>
        {source.kind === 'file' && (
          <>
            <TextInput
              mono
              {...label('valueFile')}
              placeholder="users.csv"
              value={source.file}
              onChange={(file) => setSource({ ...source, file })}
            />
            <TextInput
              mono
              {...label('valueColumn')}
              placeholder={words('valueColumn')}
              value={source.column}
              onChange={(column) => setSource({ ...source, column })}
            />
          </>
        )}
        {source.kind === 'counter' && (
          <NumberInput {...label('valueFirst')} value={source.first} onChange={(first) => setSource({ ...source, first })} />
        )}
        {source.kind === 'random' && (
          <>
            <NumberInput {...label('valueLeast')} value={source.least} onChange={(least) => setSource({ ...source, least })} />
            <NumberInput {...label('valueMost')} value={source.most} onChange={(most) => setSource({ ...source, most })} />
          </>
        )}
      </div>
      <IconButton label={words('removeValue', { row })} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
