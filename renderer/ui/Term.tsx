import { Popover } from 'radix-ui';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { hasMoved } from './pointer-moves.ts';
import css from './Term.module.css';
import { Tooltip } from './Tooltip.tsx';
import { pageOfTerm, type TermId } from './terms.ts';

/** As long as a tooltip waits. */
const OPEN_MS = 400;
/** To move the pointer from the word to its card. */
const CLOSE_MS = 200;

/** A word of the glossary: its card opens after a moment under the pointer, or when it is pressed. The focus stays where it is. */
export function Term({ id, children }: { id: TermId; children: ReactNode }) {
  const text = useText('glossary');
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const soon = (next: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), ms);
  };
  const now = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  // A finger has no hover: it presses. Nor does a mouse that rests where the word has just been drawn, until it moves.
  const isResting = useRef(false);
  const hover = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      isResting.current = !hasMoved(event);
      if (!isResting.current) soon(true, OPEN_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !isResting.current || (event.movementX === 0 && event.movementY === 0)) return;
      isResting.current = false;
      soon(true, OPEN_MS);
    },
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && soon(false, CLOSE_MS),
  };
  const stay = (event: Event) => event.preventDefault();
  const word = useRef<HTMLButtonElement>(null);
  /** The link in the card is about to go. */
  const onEscape = () => document.activeElement?.closest('[data-term]') && word.current?.focus();
  return (
    <Popover.Root open={open} onOpenChange={now}>
      <Popover.Trigger asChild>
        <button ref={word} type="button" className={css.term} {...hover}>
          {children}
        </button>
      </Popover.Trigger>
      {/* Not in a portal: Tab goes from the word to the link in its card. */}
      <Popover.Content
        className={css.card}
        side="bottom"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label={text(`${id}.term`)}
        data-term={id}
        onOpenAutoFocus={stay}
        onCloseAutoFocus={stay}
        onEscapeKeyDown={onEscape}
        {...hover}
      >
        <Meaning id={id} />
        <a href={hashOf(pageOfTerm(id))}>{text('more')}</a>
      </Popover.Content>
    </Popover.Root>
  );
}

/** For a word inside a control, such as the head of a column that sorts: the card is a tooltip without a link. */
export function TermTip({ id, children }: { id: TermId; children: ReactNode }) {
  return <Tooltip text={<Meaning id={id} />}>{children}</Tooltip>;
}

function Meaning({ id }: { id: TermId }) {
  const text = useText('glossary');
  return (
    <>
      <b className={css.name}>{text(`${id}.term`)}</b>
      <span className={css.text}>{text(`${id}.text`)}</span>
    </>
  );
}
