import { useState } from 'react';
import type { Recording } from '../../../shared/protocol/sessions-contract.ts';
import { request } from '../../bridge.ts';
import { formatAgo, formatBytes } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { useListsVersion } from '../../state/sessions.ts';
import { recoverRecording, showIfFailed } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import css from './HomeScreen.module.css';

/** Recordings of runs whose engine was killed. None is deleted without asking. */
export function Recordings() {
  const text = useText('home.recordings');
  const { data, failure, reload } = useEngineRequest('recordings.list', {}, { version: useListsVersion() });
  const [asked, setAsked] = useState<Recording | null>(null);
  if (data === undefined && failure !== null) return <ErrorNotice failure={failure} />;
  if (!data || data.length === 0) return null;
  const discard = async ({ id }: Recording) => {
    setAsked(null);
    showIfFailed(await request('recordings.discard', { id }));
    reload();
  };
  return (
    <div className={css.recordings}>
      <Notice tone="info">
        <p>{text('title', { count: data.length })}</p>
        <ul>
          {data.map((recording) => (
            <Line key={recording.id} recording={recording} onDiscard={() => setAsked(recording)} />
          ))}
        </ul>
      </Notice>
      <ConfirmDiscard recording={asked} onCancel={() => setAsked(null)} onDiscard={discard} />
    </div>
  );
}

function Line({ recording: { id, name, createdAt, bytes }, onDiscard }: { recording: Recording; onDiscard: () => void }) {
  const text = useText('home.recordings');
  return (
    <li className={css.recording}>
      <span>{text('line', { name, when: formatAgo(createdAt, Date.now()), size: formatBytes(bytes) })}</span>
      <Button variant="quiet" aria-label={text('discardTitle', { name })} onClick={onDiscard}>
        {text('discard')}
      </Button>
      <Button aria-label={text('recoverTitle', { name })} onClick={() => void recoverRecording(id)}>
        {text('recover')}
      </Button>
    </li>
  );
}

function ConfirmDiscard(props: { recording: Recording | null; onCancel: () => void; onDiscard: (recording: Recording) => Promise<void> }) {
  const text = useText('home.recordings');
  const cancel = useText('common.action')('cancel');
  const { recording, onCancel } = props;
  return (
    <Dialog
      open={recording !== null}
      onOpenChange={(open) => !open && onCancel()}
      title={text('confirmTitle')}
      description={recording && text('confirmText', { name: recording.name, size: formatBytes(recording.bytes) })}
      footer={
        <>
          <Button onClick={onCancel}>{cancel}</Button>
          <Button variant="danger" onClick={() => recording && void props.onDiscard(recording)}>
            {text('confirm')}
          </Button>
        </>
      }
    />
  );
}
