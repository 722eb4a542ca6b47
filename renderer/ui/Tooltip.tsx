import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import css from './Tooltip.module.css';

/** Wraps the application once, so that moving from one tooltip to the next shows it without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Primitive.Provider>
  );
}

/** A few words about the hovered or focused element; never the only place for a piece of information. */
export function Tooltip({
  text,
  side = 'bottom',
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactNode;
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={css.tip} side={side} sideOffset={4} collisionPadding={8}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
