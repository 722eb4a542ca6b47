import { useEffect, useState } from 'react';
import { bridge } from '../bridge.ts';
import { useText } from '../i18n/i18n.tsx';
import { useConnection } from '../state/connection.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** While this is shown nothing on the screen is updated. */
export function ConnectionNotice() {
  const text = useText('common.connection');
  const { status, retryAt } = useConnection();
  const seconds = useSecondsUntil(retryAt);
  if (status !== 'lost') return null;
  return (
    <Notice tone="warn" role="alert" actions={<Button onClick={() => bridge.open()}>{text('retry')}</Button>}>
      <p>{seconds === null || seconds < 1 ? text('retrying') : text('lost', { seconds })}</p>
      <p>{text('hint')}</p>
    </Notice>
  );
}

function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}
