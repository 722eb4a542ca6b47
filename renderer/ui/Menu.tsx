import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import css from './Menu.module.css';

export type MenuItem = { label: ReactNode; onSelect: () => void; shortcut?: string; disabled?: boolean; danger?: boolean } | 'separator';

/** A menu of actions behind one button. */
export function Menu({ trigger, items }: { trigger: ReactNode; items: readonly MenuItem[] }) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={css.menu} align="end" sideOffset={2} collisionPadding={8}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items have no identity but their place
            <Item key={index} item={item} />
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  if (item === 'separator') return <Primitive.Separator className={css.separator} />;
  return (
    <Primitive.Item className={css.item} data-danger={item.danger} disabled={item.disabled} onSelect={item.onSelect}>
      <span>{item.label}</span>
      {item.shortcut && <span className={css.shortcut}>{item.shortcut}</span>}
    </Primitive.Item>
  );
}
