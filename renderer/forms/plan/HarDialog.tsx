import { useState } from 'react';
import type { Failure } from '../../../shared/model/failure.ts';
import type { HarChoice } from '../../../shared/plan/har.ts';
import type { RequestReplies } from '../../../shared/protocol/contract.ts';
import { request } from '../../bridge.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, Segmented } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldGroup } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import css from './plan.module.css';

export type TakenFromHar = RequestReplies['plan.of-har'];
type Hosts = RequestReplies['plan.har']['hosts'];

const FIRST: HarChoice = { origins: [], toTarget: true, order: 'mix', think: false, credentials: false };

/** A recording of one page names a dozen hosts: those are taken whose requests somebody wants to make. The engine reads it, not the page. */
export function HarDialog({ path, onTake, onClose }: { path: string; onTake: (taken: TakenFromHar) => void; onClose: () => void }) {
  const words = useText('requestPlan.harDialog');
  const { data, failure } = useEngineRequest('plan.har', { path });
  const [typed, setTyped] = useState<HarChoice | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  // The host with the most requests is that of the page, as a rule.
  const choice = typed ?? { ...FIRST, origins: (data?.hosts ?? []).slice(0, 1).map(({ origin }) => origin) };
  const edit = (change: Partial<HarChoice>) => setTyped({ ...choice, ...change });
  const chosen = (data?.hosts ?? []).filter(({ origin }) => choice.origins.includes(origin));
  const count = chosen.reduce((sum, { requests }) => sum + requests, 0);
  const take = async () => {
    const reply = await request('plan.of-har', { path, choice: { ...choice, origins: [...choice.origins] } });
    if (!reply.ok) return setRefused(reply.failure);
    onTake(reply.value);
    onClose();
  };
  const shownFailure = refused ?? failure;
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={words('title')}
      description={words('text', { name: path.split(/[\\/]/).pop()! })}
      onSubmit={() => void take()}
      footer={
        <Button type="submit" variant="primary" disabled={count === 0}>
          {words('take', { count })}
        </Button>
      }
    >
      {shownFailure && <ErrorNotice failure={shownFailure} />}
      {!data && failure === null && <Spinner label={words('reading')} />}
      {data && (
        <div className={css.choices}>
          <HostList hosts={data.hosts} chosen={choice.origins} onChange={(origins) => edit({ origins })} />
          {data.leftOut > 0 && <p className="muted">{words('leftOut', { count: data.leftOut })}</p>}
          <Options choice={choice} edit={edit} />
        </div>
      )}
    </Dialog>
  );
}

interface HostListProps {
  readonly hosts: Hosts;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

function HostList({ hosts, chosen, onChange }: HostListProps) {
  const words = useText('requestPlan.harDialog');
  return (
    <FieldGroup label={words('hosts')}>
      <div className={css.hosts}>
        {hosts.map(({ origin, requests }) => (
          <div key={origin} className={css.host}>
            <Checkbox
              label={<span className="mono">{origin}</span>}
              checked={chosen.includes(origin)}
              onChange={(isChosen) => onChange(isChosen ? [...chosen, origin] : chosen.filter((one) => one !== origin))}
            />
            <span className="muted">{words('requests', { count: requests })}</span>
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}

function Options({ choice, edit }: { choice: HarChoice; edit: (change: Partial<HarChoice>) => void }) {
  const words = useText('requestPlan.harDialog');
  const ofPlan = useText('requestPlan');
  const { order, think, toTarget, credentials } = choice;
  return (
    <>
      <FieldGroup label={words('order')}>
        <Segmented
          label={words('order')}
          value={order}
          onChange={(next) => edit({ order: next })}
          options={[
            { value: 'mix', label: ofPlan('mix') },
            { value: 'sequence', label: ofPlan('sequence') },
          ]}
        />
      </FieldGroup>
      <Checkbox label={words('toTarget')} hint={words('toTargetHint')} checked={toTarget} onChange={(on) => edit({ toTarget: on })} />
      {order === 'sequence' && <Checkbox label={words('think')} checked={think} onChange={(on) => edit({ think: on })} />}
      <Checkbox
        label={words('credentials')}
        hint={words('credentialsHint')}
        checked={credentials}
        onChange={(on) => edit({ credentials: on })}
      />
    </>
  );
}
