import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { TakeIcon } from '../ui/icons.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import css from './TakeMenu.module.css';

/** The button "Copy or save" of a figure or a table. `title`: of what. */
export function TakeMenu({ title, items, className }: { title: string; items: readonly MenuItem[]; className?: string }) {
  const text = useText('take');
  return (
    <Menu
      trigger={
        <IconButton className={cx(css.button, className)} label={text('menu', { title })}>
          <TakeIcon />
        </IconButton>
      }
      items={items}
    />
  );
}
