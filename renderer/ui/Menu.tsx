import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { CheckIcon } from './icons.tsx';
import css from './Menu.module.css';

export type MenuItem =
  /** `takesFocus`: the focus goes to what it opens, not back to the button. */
  | { label: ReactNode; onSelect: () => void; shortcut?: string; disabled?: boolean; danger?: boolean; takesFocus?: boolean }
  /** Something that is on or off; the menu stays open. */
  | { check: ReactNode; checked: boolean; onChange: (checked: boolean) => void }
  /** Over the items that follow. */
  | { heading: string }
  | 'separator';

/** A menu of actions behind one button. */
export function Menu({ trigger, items }: { trigger: ReactNode; items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const focusIsTaken = useRef(false);
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger ref={button} asChild>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className={css.menu}
          align="end"
          sideOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (focusIsTaken.current) event.preventDefault();
            focusIsTaken.current = false;
          }}
        >
          {items.map((item, index) => (
            <Item
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items have no identity but their place
              key={index}
              item={item}
              beforeSelect={(takesFocus) => {
                focusIsTaken.current = takesFocus;
                // Items are gone when a dialog gives the focus back to what had it.
                if (!takesFocus) button.current?.focus();
              }}
            />
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item({ item, beforeSelect }: { item: MenuItem; beforeSelect: (takesFocus: boolean) => void }) {
  if (item === 'separator') return <Primitive.Separator className={css.separator} />;
  if ('heading' in item) return <Primitive.Label className={css.heading}>{item.heading}</Primitive.Label>;
  if ('check' in item) return <Check {...item} />;
  return (
    <Primitive.Item
      className={css.item}
      data-danger={item.danger}
      disabled={item.disabled}
      onSelect={() => {
        beforeSelect(item.takesFocus ?? false);
        item.onSelect();
      }}
    >
      <span>{item.label}</span>
      {item.shortcut && <span className={css.shortcut}>{item.shortcut}</span>}
    </Primitive.Item>
  );
}

function Check({ check, checked, onChange }: Extract<MenuItem, { check: ReactNode }>) {
  return (
    <Primitive.CheckboxItem className={css.item} checked={checked} onCheckedChange={onChange} onSelect={(event) => event.preventDefault()}>
      <span>{check}</span>
      <span className={css.shortcut}>
        <Primitive.ItemIndicator>
          <CheckIcon />
        </Primitive.ItemIndicator>
      </span>
    </Primitive.CheckboxItem>
  );
}
