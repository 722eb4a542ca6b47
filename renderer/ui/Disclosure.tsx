import { Collapsible } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './Disclosure.module.css';
import { ChevronRight } from './icons.tsx';

/** Collapsed by default: rarely used fields, "How to read this". */
export function Disclosure(props: {
  summary: ReactNode;
  /** A short summary of the content, shown while collapsed. */
  note?: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
}) {
  return (
    <Collapsible.Root
      className={cx(css.root, props.className)}
      defaultOpen={props.defaultOpen}
      open={props.open}
      onOpenChange={props.onOpenChange}
    >
      <Collapsible.Trigger className={css.trigger}>
        <span className={css.arrow}>
          <ChevronRight />
        </span>
        {props.summary}
        {props.note && <span className={css.note}>{props.note}</span>}
      </Collapsible.Trigger>
      <Collapsible.Content className={css.content}>{props.children}</Collapsible.Content>
    </Collapsible.Root>
  );
}
