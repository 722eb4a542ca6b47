import { useMemo, useState } from 'react';
import { wordSaid } from '../../../shared/format/word-said.ts';
import type { Plan } from '../../../shared/model/load/plan.ts';
import { planOfCurl, readCurl } from '../../../shared/plan/curl.ts';
import { originsOf } from '../../../shared/plan/request-target.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/Input.tsx';
import css from './plan.module.css';

const MOST_SHOWN = 5;

export interface CurlDialogProps {
  /** Null: there is no plan to add to. */
  readonly onAdd: ((plan: Plan) => void) | null;
  readonly onReplace: (plan: Plan) => void;
  readonly onClose: () => void;
}

/** What a command asks for, and what of it would be different, before it becomes a part of the plan. */
export function CurlDialog({ onAdd, onReplace, onClose }: CurlDialogProps) {
  const words = useText('requestPlan.curlDialog');
  const [command, setCommand] = useState('');
  const [toTarget, setToTarget] = useState(true);
  const read = useMemo(() => readCurl(command), [command]);
  const origins = read.ok ? originsOf(read) : [];
  const finish = (take: (plan: Plan) => void) => {
    if (!read.ok) return;
    take(planOfCurl(read.requests, new Set(toTarget ? origins : [])));
    onClose();
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={words('title')}
      description={words('text')}
      onSubmit={() => finish(onAdd ?? onReplace)}
      footer={
        <>
          {onAdd !== null && (
            <Button disabled={!read.ok} onClick={() => finish(onReplace)}>
              {words('replace')}
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={!read.ok}>
            {words(onAdd === null ? 'replace' : 'add')}
          </Button>
        </>
      }
    >
      <Field label={words('command')} error={read.ok || command.trim() === '' ? undefined : wordSaid(read.says)}>
        {(control) => (
          <TextArea
            {...control}
            mono
            data-autofocus=""
            className={css.command}
            placeholder="curl 'http://localhost:3000/search' -H 'content-type: application/json' -d '{…}'"
            value={command}
            onChange={setCommand}
          />
        )}
      </Field>
      <div role="status">
        {read.ok && (
          <>
            <p className={css.found}>{words('found', { count: read.requests.length })}</p>
            <ul className={css.foundList}>
              {read.requests.slice(0, MOST_SHOWN).map(({ name, method, url }) => (
                <li key={name}>{words('request', { method, url })}</li>
              ))}
              {read.requests.length > MOST_SHOWN && <li>…</li>}
            </ul>
            {read.notes.length > 0 && (
              <>
                <p className={css.found}>{words('notes')}</p>
                <ul className={css.bullets}>
                  {read.notes.map((note) => (
                    <li key={JSON.stringify(note)}>{wordSaid(note)}</li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
      {origins.length > 0 && (
        <div className={css.below}>
          <Checkbox label={words('toTarget', { hosts: origins.join(', ') })} checked={toTarget} onChange={setToTarget} />
        </div>
      )}
    </Dialog>
  );
}
