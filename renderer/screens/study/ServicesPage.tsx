import { useState } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { SheetDialog } from '../../session/SheetDialog.tsx';
import { Button } from '../../ui/Button.tsx';

/** The button that makes one page of services that were probed and told. */
export function ServicesPage({ sessionId }: { readonly sessionId: string }) {
  const text = useText('study.page');
  const services = useText('services.page');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('open')}</Button>
      {open && <SheetDialog sessionId={sessionId} description={services('description')} onClose={() => setOpen(false)} />}
    </>
  );
}
