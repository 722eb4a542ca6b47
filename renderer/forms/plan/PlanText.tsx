import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import type { Place, PlanProblem } from '../../../shared/plan/problem.ts';
import { useText } from '../../i18n/i18n.tsx';
import css from './plan.module.css';

export interface PlanTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly problems: readonly PlanProblem[];
  /** Where to go; null: nowhere. */
  readonly at: Place | null;
  readonly onArrived: () => void;
}

const LEAST_LINES = 10;
const MOST_LINES = 24;
const LINE_REM = 1.25;

/** The text with the numbers of its lines, those with something wrong marked. */
export function PlanText({ text, onChange, problems, at, onArrived }: PlanTextProps) {
  const words = useText('requestPlan');
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split('\n').length, [text]);
  useEffect(() => {
    if (at === null || area.current === null) return;
    goTo(area.current, at);
    onArrived();
  }, [at, onArrived]);
  const rows = Math.min(MOST_LINES, Math.max(LEAST_LINES, lines + 1));
  return (
    <div>
      <label htmlFor={id} className="visually-hidden">
        {words('textLabel')}
      </label>
      <div className={css.editor} style={{ height: `${rows * LINE_REM + 0.75}rem` }}>
        <div ref={numbers} className={css.numbers} aria-hidden="true">
          <Numbers lines={lines} wrong={problems} />
        </div>
        <textarea
          ref={area}
          id={id}
          className={css.area}
          wrap="off"
          spellCheck={false}
          autoCorrect="off"
          autoCapitalize="off"
          aria-describedby={`${id}-hint`}
          aria-invalid={problems.length > 0 ? true : undefined}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={keepIndent}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <p id={`${id}-hint`} className={css.hint}>
        {words('textHint')}
      </p>
    </div>
  );
}

/** One text as far as nothing is wrong: a plan has up to tens of thousands of lines. */
function Numbers({ lines, wrong }: { lines: number; wrong: readonly PlanProblem[] }) {
  const marked = [...new Set(wrong.flatMap(({ at }) => (at === null ? [] : [at.line])))].sort((a, b) => a - b);
  const between = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => `${from + i}\n`).join('');
  return (
    <>
      {marked.map((line, index) => (
        <span key={line}>
          {between((marked[index - 1] ?? 0) + 1, line)}
          <span className={css.wrongLine}>{line}</span>
          {'\n'}
        </span>
      ))}
      {between((marked[marked.length - 1] ?? 0) + 1, lines + 1)}
    </>
  );
}

function goTo(area: HTMLTextAreaElement, { line, column }: Place): void {
  const before = area.value.split('\n').slice(0, line - 1);
  const offset = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(offset, offset);
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 4) * lineHeight);
}

/** A new line begins below the one before it, as YAML means it. */
function keepIndent(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, currentTarget: area } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || shiftKey || altKey || event.nativeEvent.isComposing) return;
  const before = area.value.slice(0, area.selectionStart);
  const [indent = ''] = /^ */.exec(before.slice(before.lastIndexOf('\n') + 1)) ?? [];
  // The only way to change the text that can be undone.
  if (indent !== '' && document.execCommand('insertText', false, `\n${indent}`)) event.preventDefault();
}
