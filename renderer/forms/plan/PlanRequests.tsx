import { useRef, useState } from 'react';
import type { Plan, PlanRequest } from '../../../shared/model/load/plan.ts';
import { withNames } from '../../../shared/model/load/plan.ts';
import { HTTP_METHODS } from '../../../shared/model/setup/http-methods.ts';
import { useText } from '../../i18n/i18n.tsx';
import { addRequest } from '../../state/forms/plan-form.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { NumberInput, TextInput } from '../../ui/Input.tsx';
import { ChevronDown, ChevronRight, ChevronUp, CloseIcon } from '../../ui/icons.tsx';
import { Select } from '../../ui/Select.tsx';
import css from './plan.module.css';
import { RequestDetails } from './RequestDetails.tsx';
import { useRequestNote } from './use-request-note.ts';

const METHODS = HTTP_METHODS.map((method) => ({ value: method, label: method }));
/** A recording has hundreds, of which most stay as they are. */
const MOST_AT_ONCE = 50;

interface Props {
  readonly plan: Plan;
  readonly onChange: (plan: Plan) => void;
}

/** A row for each request; what most of them do not have is behind a disclosure. */
export function PlanRequests({ plan, onChange }: Props) {
  const words = useText('requestPlan');
  const table = useRef<HTMLTableElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const { requests, order } = plan;
  const shown = showsAll ? requests : requests.slice(0, MOST_AT_ONCE);
  const names = withNames(requests).map(({ name }) => name);
  const set = (index: number, request: PlanRequest) =>
    onChange({ ...plan, requests: requests.map((one, at) => (at === index ? request : one)) });
  const move = (index: number, by: -1 | 1) => {
    const moved = [...requests];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    onChange({ ...plan, requests: moved });
    focusIn(table, index + by, by < 0 ? '[data-move=up]' : '[data-move=down]');
  };
  const remove = (index: number) => {
    onChange({ ...plan, requests: requests.filter((_, at) => at !== index) });
    focusIn(table, Math.min(index, requests.length - 2), 'input');
  };
  const add = () => {
    onChange(addRequest(plan));
    setShowsAll(true);
    focusIn(table, requests.length, 'input');
  };
  return (
    <div>
      <table ref={table} className={css.requests} aria-label={words('requests')}>
        <thead>
          <tr>
            <th scope="col" className={css.nameColumn}>
              {words('name')}
            </th>
            <th scope="col" className={css.methodColumn}>
              {words('method')}
            </th>
            <th scope="col">{words('url')}</th>
            <th scope="col" className={css.shareColumn}>
              {words(order === 'mix' ? 'weight' : 'place')}
            </th>
            <td className={css.actionColumn} />
          </tr>
        </thead>
        {shown.map((request, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place while it is edited
            key={index}
            request={request}
            order={order}
            row={index + 1}
            name={names[index]!}
            isLast={index === requests.length - 1}
            onChange={(next) => set(index, next)}
            onMove={(by) => move(index, by)}
            onRemove={requests.length > 1 ? () => remove(index) : null}
          />
        ))}
      </table>
      <div className={css.underTable}>
        <Button variant="quiet" onClick={add}>
          {words('add')}
        </Button>
        {shown.length < requests.length && (
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            {words('showAll', { count: requests.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** After the rows are drawn. A button at the end of its way is disabled: then the row has the focus in another one. */
function focusIn(table: { readonly current: HTMLTableElement | null }, row: number, wanted: string): void {
  requestAnimationFrame(() => {
    const body = table.current?.tBodies[row];
    (body?.querySelector<HTMLElement>(`${wanted}:not(:disabled)`) ?? body?.querySelector<HTMLElement>('input'))?.focus();
  });
}

interface RowProps {
  readonly request: PlanRequest;
  readonly order: Plan['order'];
  /** From 1. */
  readonly row: number;
  /** What it is called, typed or not. */
  readonly name: string;
  readonly isLast: boolean;
  readonly onChange: (request: PlanRequest) => void;
  readonly onMove: (by: -1 | 1) => void;
  /** Null: a plan has at least one. */
  readonly onRemove: (() => void) | null;
}

function Row({ request, order, row, name, isLast, onChange, onMove, onRemove }: RowProps) {
  const words = useText('requestPlan');
  const [open, setOpen] = useState(false);
  const note = useRequestNote(request);
  const label = (column: 'name' | 'method' | 'url' | 'weight') => words('ofRow', { column: words(column), row });
  return (
    <tbody>
      <tr>
        <td>
          <TextInput
            aria-label={label('name')}
            placeholder={name}
            value={request.name}
            onChange={(typed) => onChange({ ...request, name: typed })}
          />
        </td>
        <td>
          <Select
            label={label('method')}
            className={css.method}
            value={request.method}
            onChange={(method) => onChange({ ...request, method })}
            options={METHODS}
          />
        </td>
        <td>
          <TextInput mono aria-label={label('url')} value={request.url} onChange={(url) => onChange({ ...request, url })} />
        </td>
        <td className={css.share}>
          {order === 'mix' ? (
            <NumberInput
              aria-label={label('weight')}
              className={css.weight}
              value={request.weight}
              onChange={(weight) => onChange({ ...request, weight })}
            />
          ) : (
            <>
              <IconButton label={words('up', { row })} data-move="up" disabled={row === 1} onClick={() => onMove(-1)}>
                <ChevronUp />
              </IconButton>
              <IconButton label={words('down', { row })} data-move="down" disabled={isLast} onClick={() => onMove(1)}>
                <ChevronDown />
              </IconButton>
            </>
          )}
        </td>
        <td className={css.actions}>
          <IconButton
            label={words('more', { row })}
            className={open ? css.turned : undefined}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight />
          </IconButton>
          <IconButton label={words('remove', { row })} disabled={onRemove === null} onClick={() => onRemove?.()}>
            <CloseIcon />
          </IconButton>
        </td>
      </tr>
      {!open && note !== '' && (
        <tr>
          <td colSpan={5} className={css.note}>
            {note}
          </td>
        </tr>
      )}
      {open && (
        <tr>
          <td colSpan={5} className={css.detailsCell}>
            <RequestDetails request={request} order={order} onChange={onChange} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
