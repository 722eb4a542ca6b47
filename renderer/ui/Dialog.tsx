import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import css from './Dialog.module.css';
import { CloseIcon } from './icons.tsx';

/** A modal dialog. Traps the focus, Esc closes it, the focus returns to where it was. */
export function Dialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Enter in a field does this; its button in the footer is of type `submit`. */
  onSubmit?: () => void;
  wide?: boolean;
  /** There is nothing in it to focus, so the text itself gets the focus: without it the keyboard could not scroll. */
  isText?: boolean;
}) {
  const text = useText('common.action');
  const before = useRef<Element | null>(null);
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={css.scrim} />
        {/* Radix must be told explicitly that there is no description. */}
        <Primitive.Content
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement;
            focusMarked(event);
          }}
          onCloseAutoFocus={(event) => {
            // Radix knows only a trigger of its own.
            if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return;
            event.preventDefault();
            before.current.focus();
          }}
          className={cx(css.dialog, props.wide && css.wide)}
          {...(props.description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={css.head}>
            <Primitive.Title className={css.title}>{props.title}</Primitive.Title>
          </header>
          {props.description && <Primitive.Description className={css.description}>{props.description}</Primitive.Description>}
          <Form onSubmit={props.onSubmit}>
            <div className={css.body} {...(props.isText ? { tabIndex: 0 } : {})}>
              {props.children}
            </div>
            {props.footer && <footer className={css.foot}>{props.footer}</footer>}
          </Form>
          {/* Last, so that the dialog's content gets the focus. No tooltip: Esc would close that first. */}
          <Primitive.Close asChild>
            <Button variant="quiet" className={css.close} aria-label={text('close')}>
              <CloseIcon />
            </Button>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Form({ onSubmit, children }: { onSubmit: (() => void) | undefined; children: ReactNode }) {
  if (onSubmit === undefined) return <>{children}</>;
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Not of the form that the dialog was opened from: events pass from the one to the other.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** The control marked with `data-autofocus` gets the focus, otherwise the first one. */
function focusMarked(event: Event): void {
  const marked = (event.target as HTMLElement).querySelector<HTMLElement>('[data-autofocus]');
  if (!marked) return;
  event.preventDefault();
  marked.focus();
}
