import type { ComponentPropsWithRef, ReactNode } from 'react';
import css from './Button.module.css';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `primary`: the one thing to do here; `quiet`: no outline until pointed at; `danger`: loses something. */
  variant?: 'primary' | 'default' | 'quiet' | 'danger';
}

/** Something that happens here. What leads elsewhere is a link. */
export function Button({ variant = 'default', className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={cx(css.button, css[variant], className)} />;
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** Read aloud, and shown on hover. */
  label: string;
  children: ReactNode;
}

/** For marks every tool uses (close, remove, more); everything else has a word. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button variant="quiet" {...rest} aria-label={label} className={cx(css.icon, className)}>
        {children}
      </Button>
    </Tooltip>
  );
}
