import { Tooltip as Primitive } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import css from './Tooltip.module.css';

/**
 * The focus has come by Tab. When it comes back from a menu or a dialog that was closed, the tooltip would cover what that has just opened, and
 * stay there.
 */
let isTabbing = false;

function watchTabbing(): () => void {
  const onKey = ({ key }: KeyboardEvent) => {
    isTabbing = key === 'Tab';
  };
  const onPointer = () => {
    isTabbing = false;
  };
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('pointerdown', onPointer, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('pointerdown', onPointer, { capture: true });
  };
}

/** Wraps the application once, so that moving from one tooltip to the next shows it without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  useEffect(watchTabbing, []);
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
      <Primitive.Trigger asChild onFocus={(event) => !isTabbing && event.preventDefault()}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={css.tip} side={side} sideOffset={4} collisionPadding={8}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
