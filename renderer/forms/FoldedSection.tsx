import { type ReactNode, useEffect, useState } from 'react';
import { Disclosure } from '../ui/Disclosure.tsx';

interface FoldedSectionProps {
  readonly title: string;
  readonly note: string;
  readonly wrong: boolean;
  /** Something in it may be what the form was opened for. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** Collapsed until it is opened or contains an error, so that an error is always visible. */
export function FoldedSection({ title, note, wrong, startsOpen = false, children }: FoldedSectionProps) {
  const [open, setOpen] = useState(wrong || startsOpen);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  return (
    <Disclosure summary={title} note={note} open={open} onOpenChange={setOpen}>
      {children}
    </Disclosure>
  );
}
