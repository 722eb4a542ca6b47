import { ContextMenu as Primitive } from 'radix-ui';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import css from './Menu.module.css';

export interface ContextItem {
  readonly label: string;
  /** Null: it does not apply here. */
  readonly onSelect: (() => void) | null;
  /** Why it does not. */
  readonly why: string | null;
  /** A line stands above it. */
  readonly isFirst: boolean;
}

/** In the window of the browser. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps {
  readonly label: string;
  readonly at: MenuPoint;
  readonly items: readonly ContextItem[];
  readonly onClose: () => void;
}

/**
 * A menu about what was pointed at. It opens when it is mounted, and closes when what it is about moves away or the window loses the
 * focus. Items that do not apply can be reached all the same, so that everybody learns why.
 */
export function ContextMenu({ label, at, items, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  const { x, y } = at;
  useEffect(() => {
    // The library opens a menu at a right click only, and here are menus of drawings and of keys as well.
    anchor.current?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y }));
    const close = () => latest.current();
    // The event of a scroll that was before the opening comes in the next frame, and must not close it.
    const frame = requestAnimationFrame(() => {
      for (const type of CLOSING) window.addEventListener(type, close, true);
    });
    // Not in the capture phase, in which the window would also hear of its elements.
    window.addEventListener('blur', close);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('blur', close);
      for (const type of CLOSING) window.removeEventListener(type, close, true);
    };
  }, [x, y]);
  return (
    <Primitive.Root modal={false} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Trigger asChild>
        <span ref={anchor} hidden />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className={css.menu}
          aria-label={label}
          collisionPadding={8}
          loop
          onContextMenu={(event) => event.preventDefault()}
        >
          {items.map(({ label: name, onSelect, why, isFirst }) => [
            isFirst && <Primitive.Separator key={`before ${name}`} className={css.separator} />,
            <Primitive.Item
              key={name}
              className={css.item}
              textValue={name}
              aria-disabled={onSelect === null || undefined}
              onSelect={(event) => (onSelect === null ? event.preventDefault() : onSelect())}
            >
              <span>{name}</span>
              {onSelect === null && <span className={css.why}>{why}</span>}
            </Primitive.Item>,
          ])}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** What it is about moves, wherever it scrolls. */
const CLOSING = ['scroll', 'resize'] as const;

/** Where the menu or the tooltip of an element opens at a key. */
export function pointBelow({ left, bottom }: DOMRect): MenuPoint {
  return { x: Math.max(left, 0) + 12, y: bottom };
}

/** The focus goes to a menu, and comes back to where it was. */
export function goesToMenu({ relatedTarget }: FocusEvent): boolean {
  return relatedTarget !== null && relatedTarget.closest('[role="menu"]') !== null;
}

/** The keys that open a menu everywhere. */
export function isMenuKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}
