import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import css from './Dialog.module.css';
import { CloseIcon } from './icons.tsx';

/** A question or a list above the screen. Keeps the focus, Esc closes it, the focus goes back to where it was. */
export function Dialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the one to press last. */
  footer?: ReactNode;
  wide?: boolean;
}) {
  const text = useText('common.action');
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={css.scrim} />
        {/* Without a description Radix wants to be told that there is none. */}
        <Primitive.Content
          className={cx(css.dialog, props.wide && css.wide)}
          {...(props.description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={css.head}>
            <Primitive.Title className={css.title}>{props.title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={text('close')}>
                <CloseIcon />
              </IconButton>
            </Primitive.Close>
          </header>
          {props.description && <Primitive.Description className={css.description}>{props.description}</Primitive.Description>}
          <div className={css.body}>{props.children}</div>
          {props.footer && <footer className={css.foot}>{props.footer}</footer>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
