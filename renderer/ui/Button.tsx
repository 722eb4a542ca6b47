import type { ComponentPropsWithRef, ReactNode } from 'react';
import css from './Button.module.css';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `primary`: the main action; `quiet`: outline only on hover; `danger`: deletes something. */
  variant?: 'primary' | 'default' | 'quiet' | 'danger';
}

/** An action. Navigation uses a link. */
export function Button({ variant = 'default', className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={cx(css.button, css[variant], className)} />;
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** For screen readers and as a tooltip. */
  label: string;
  children: ReactNode;
}

/** For icons every tool uses (close, remove, more); everything else has a text label. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button variant="quiet" {...rest} aria-label={label} className={cx(css.icon, className)}>
        {children}
      </Button>
    </Tooltip>
  );
}
