import { type ReactNode, useId } from 'react';
import css from './Field.module.css';

/** What a control needs to be tied to its label, hint and error. Spread it onto the control. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A control with its label above, and below it a hint or, in its place, what is wrong. */
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

/** Like Field, for what consists of several controls (a table, a group of radio buttons). */
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
