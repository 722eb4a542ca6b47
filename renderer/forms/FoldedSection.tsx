import { type ReactNode, useEffect, useState } from 'react';
import type { FieldName } from '../state/forms/setup-form.ts';
import { useView } from '../state/view.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import type { PartProps } from './form-scope.tsx';

interface FoldedSectionProps extends PartProps {
  readonly title: string;
  readonly note: string;
  /** The fields in it. */
  readonly names: readonly FieldName[];
  /** Something in it may be what the form was opened for. */
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** Collapsed until it is opened or contains an error or the field that was asked for, so that these are always visible. */
export function FoldedSection({ title, note, names, errors, startsOpen = false, children }: FoldedSectionProps) {
  const [wanted] = useView('field');
  const isWanted = names.some((name) => errors[name] !== undefined || name === wanted);
  const [open, setOpen] = useState(isWanted || startsOpen);
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  return (
    <Disclosure summary={title} note={note} open={open} onOpenChange={setOpen}>
      {children}
    </Disclosure>
  );
}
