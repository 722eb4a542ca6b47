import { useRef } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { Button, IconButton } from '../Button.tsx';
import { TextInput } from '../Input.tsx';
import { CloseIcon } from '../icons.tsx';
import css from './KeyValueTable.module.css';

export interface KeyValue {
  name: string;
  value: string;
}

export interface RowProblem {
  readonly at: 'name' | 'value';
  readonly text: string;
}

/** Names with values (environment, headers), edited in place. Enter in the last row adds another. */
export function KeyValueTable(props: {
  label: string;
  rows: readonly KeyValue[];
  onChange: (rows: KeyValue[]) => void;
  nameLabel?: string;
  valueLabel?: string;
  namePlaceholder?: string;
  /** The error of a row, or null. */
  problemOf?: (row: KeyValue, index: number) => RowProblem | null;
}) {
  const text = useText('common.ui');
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, onChange } = props;
  const nameLabel = props.nameLabel ?? text('name');
  const valueLabel = props.valueLabel ?? text('value');
  const marked = (row: KeyValue, index: number, at: RowProblem['at']) => {
    const problem = props.problemOf?.(row, index);
    return problem?.at === at ? { 'aria-invalid': true, title: problem.text } : {};
  };
  const set = (index: number, change: Partial<KeyValue>) => onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const add = () => {
    onChange([...rows, { name: '', value: '' }]);
    // After the row is rendered, so that typing can continue in it.
    requestAnimationFrame(() => body.current?.querySelector<HTMLInputElement>('tr:last-child input')?.focus());
  };
  return (
    <div>
      {rows.length > 0 && (
        <table className={css.table} aria-label={props.label}>
          <thead>
            <tr>
              <th scope="col">{nameLabel}</th>
              <th scope="col">{valueLabel}</th>
              <td />
            </tr>
          </thead>
          <tbody
            ref={body}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
              // Otherwise it submits the form around the table, which starts the run.
              event.preventDefault();
              add();
            }}
          >
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place while it is edited
              <tr key={index}>
                <td>
                  <TextInput
                    mono
                    aria-label={text('rowName', { column: nameLabel, row: index + 1 })}
                    {...marked(row, index, 'name')}
                    placeholder={props.namePlaceholder}
                    value={row.name}
                    onChange={(name) => set(index, { name })}
                  />
                </td>
                <td>
                  <TextInput
                    mono
                    aria-label={text('rowName', { column: valueLabel, row: index + 1 })}
                    {...marked(row, index, 'value')}
                    value={row.value}
                    onChange={(value) => set(index, { value })}
                  />
                </td>
                <td className={css.remove}>
                  <IconButton label={text('removeRow', { row: index + 1 })} onClick={() => onChange(rows.filter((_, at) => at !== index))}>
                    <CloseIcon />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button variant="quiet" className={css.add} onClick={add}>
        {text('addRow')}
      </Button>
    </div>
  );
}
