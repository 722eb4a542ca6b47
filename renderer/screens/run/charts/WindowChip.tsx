import { type FormEvent, useState } from 'react';
import type { TimeWindow } from '../../../../shared/base/units.ts';
import { cleanWindow, type TimeFocus, useTimeWindow } from '../../../charts/time-focus.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { NumberInput } from '../../../ui/Input.tsx';
import type { PartOfLoad } from './PhaseStrip.tsx';
import css from './WindowChip.module.css';

export interface OfferedWindow {
  readonly label: string;
  readonly window: TimeWindow;
}

interface WindowChipProps {
  readonly focus: TimeFocus;
  readonly endMs: number;
  /** How to choose one by mouse. */
  readonly hint?: string;
  /** Windows that are worth a look. */
  readonly offers?: readonly OfferedWindow[];
  /** Which code ran in the chosen one; null: none stands out, or it is not known. */
  readonly code?: string | null;
  /** The phase or level of the load that a window is a part of; null: of none. */
  readonly part?: { readonly of: PartOfLoad; readonly around: (window: TimeWindow) => TimeWindow | null };
}

/** The chosen window in figures, with controls to choose, change and clear it by mouse or keyboard. */
export function WindowChip({ focus, endMs, hint, offers = [], code = null, part }: WindowChipProps) {
  const text = useText('run.window');
  const time = useText('run.time');
  const window = useTimeWindow(focus);
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <WindowForm from={window?.fromMs ?? 0} to={window?.toMs ?? endMs} endMs={endMs} focus={focus} onDone={() => setEditing(false)} />
    );
  }
  if (window === null) {
    return (
      <div className={cx(css.line, css.offers)}>
        <Button variant="quiet" className={css.small} onClick={() => setEditing(true)}>
          {text('choose')}
        </Button>
        {offers.map(({ label, window: offered }) => (
          <Button key={label} variant="quiet" className={css.small} onClick={() => focus.setWindow(offered)}>
            {label}
          </Button>
        ))}
        <span className={css.hint}>{hint ?? text('hint')}</span>
      </div>
    );
  }
  const decimals = decimalsFor(window.toMs - window.fromMs);
  const phase = part?.around(window) ?? null;
  const show = (ms: number) => time('second', { value: formatNumber(ms / 1000, decimals) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form
    <div className={css.line} role="group" aria-label={text('label')}>
      <span className={css.chip}>{text('chip', { from: show(window.fromMs), to: show(window.toMs) })}</span>
      <Button variant="quiet" className={css.small} onClick={() => setEditing(true)}>
        {text('edit')}
      </Button>
      {part && phase !== null && (
        <Button variant="quiet" className={css.small} onClick={() => focus.setWindow(phase)}>
          {text('part', { of: part.of })}
        </Button>
      )}
      <Button variant="quiet" className={css.small} onClick={() => focus.setWindow(null)}>
        {text('clear')}
      </Button>
      <span className={css.hint} title={code ?? undefined}>
        {code} {text('only')}
      </span>
    </div>
  );
}

/** Enough to tell the ends of a window apart: one chosen in the flame chart can be as short as a sample. */
function decimalsFor(lengthMs: number): number {
  return lengthMs > 0 ? Math.min(6, Math.max(2, 4 - Math.floor(Math.log10(lengthMs)))) : 2;
}

interface WindowFormProps {
  readonly from: number;
  readonly to: number;
  readonly endMs: number;
  readonly focus: TimeFocus;
  readonly onDone: () => void;
}

/** Step of the arrow keys: a tenth of a second. */
const STEP_S = 0.1;

function WindowForm({ from, to, endMs, focus, onDone }: WindowFormProps) {
  const text = useText('run.window');
  const [fromS, setFrom] = useState(Math.round(from) / 1000);
  const [toS, setTo] = useState(Math.round(to) / 1000);
  const next = cleanWindow(fromS * 1000, toS * 1000, endMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (next === null) return;
    focus.setWindow(next);
    onDone();
  };
  const field = (label: string, value: number, set: (value: number) => void, first: boolean) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: NumberInput is one
    <label className={css.field}>
      <span>{label}</span>
      <NumberInput
        value={value}
        onChange={set}
        unit={text('seconds')}
        autoFocus={first}
        aria-invalid={next === null || undefined}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? STEP_S : event.key === 'ArrowDown' ? -STEP_S : 0;
          if (by !== 0) {
            event.preventDefault();
            set(Math.max(0, Math.round((value + by) * 1000) / 1000));
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            event.preventDefault();
            onDone();
          }
        }}
      />
    </label>
  );
  return (
    <form className={css.line} onSubmit={submit} aria-label={text('label')}>
      {field(text('from'), fromS, setFrom, true)}
      {field(text('to'), toS, setTo, false)}
      <Button type="submit" className={css.small} disabled={next === null}>
        {text('apply')}
      </Button>
      <Button variant="quiet" className={css.small} onClick={onDone}>
        {text('cancel')}
      </Button>
      {next === null && <span className={css.bad}>{text('bad')}</span>}
    </form>
  );
}
