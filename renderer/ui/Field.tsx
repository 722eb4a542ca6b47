import { type ReactNode, useId } from 'react';
import css from './Field.module.css';

/** Attributes that connect a control to its label, hint and error. Spread them onto the control. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A control with its label above and a hint below; an error replaces the hint. */
export function Field(props: {
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const note = props.error ?? props.hint;
  const noteId = note ? `${id}-note` : undefined;
  return (
    <div className={props.className}>
      <label className={css.label} htmlFor={id}>
        {props.label}
      </label>
      {props.children({ id, 'aria-describedby': noteId, 'aria-invalid': props.error ? true : undefined })}
      {note && (
        <div id={noteId} className={props.error ? css.error : css.hint}>
          {note}
        </div>
      )}
    </div>
  );
}

/** Like Field, for a group of controls (a table, radio buttons). */
export function FieldGroup(props: { label: string; hint?: ReactNode; error?: ReactNode; className?: string; children: ReactNode }) {
  const note = props.error ?? props.hint;
  return (
    <fieldset className={`${css.group} ${props.className ?? ''}`}>
      <legend className={css.label}>{props.label}</legend>
      {props.children}
      {note && <div className={props.error ? css.error : css.hint}>{note}</div>}
    </fieldset>
  );
}
