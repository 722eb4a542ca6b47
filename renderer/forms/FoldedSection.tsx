import { type ReactNode, useEffect, useState } from 'react';
import { Disclosure } from '../ui/Disclosure.tsx';

/** Collapsed until it is opened or contains an error, so that an error is always visible. */
export function FoldedSection({ title, note, wrong, children }: { title: string; note: string; wrong: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(wrong);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  return (
    <Disclosure summary={title} note={note} open={open} onOpenChange={setOpen}>
      {children}
    </Disclosure>
  );
}
