import { useState } from 'react';
import type { Failure } from '../../../shared/model/failure.ts';
import { request } from '../../bridge.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/Toast.tsx';
import css from './SettingsScreen.module.css';

/** What is remembered between starts, besides the sessions themselves, and a button to delete it. */
export function ForgetAll() {
  const text = useText('settings.forget');
  return (
    <section>
      <h2>{text('title')}</h2>
      <p className="muted">{text('text')}</p>
      <ForgetLine what="setups" />
      <ForgetLine what="recent" />
    </section>
  );
}

const REQUESTS = { setups: 'setup.forget-all', recent: 'sessions.forget-all' } as const;

function ForgetLine({ what }: { what: keyof typeof REQUESTS }) {
  const text = useText(`settings.forget.${what}`);
  const cancel = useText('common.action')('cancel');
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const forget = async () => {
    const reply = await request(REQUESTS[what], {});
    if (!reply.ok) return setFailure(reply.failure);
    setAsking(false);
    showToast(text('done'));
  };
  return (
    <div className={css.line}>
      <span>{text('name')}</span>
      <Button onClick={() => setAsking(true)}>{text('button')}</Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={text('question')}
        description={text('consequence')}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{cancel}</Button>
            <Button variant="danger" onClick={() => void forget()}>
              {text('confirm')}
            </Button>
          </>
        }
      >
        {failure !== null && <ErrorNotice failure={failure} />}
      </Dialog>
    </div>
  );
}
