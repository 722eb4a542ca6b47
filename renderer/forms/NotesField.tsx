import { useEffect, useRef, useState } from 'react';
import { wordFailure } from '../../shared/format/word-said.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { request } from '../bridge.ts';
import { useText } from '../i18n/i18n.tsx';
import { refreshSession } from '../state/sessions.ts';
import { showFailure } from '../state/shell.ts';
import { TextArea } from '../ui/Input.tsx';
import css from './NotesField.module.css';

/** Long enough not to save after every word, short enough to lose little in a crash. */
const SAVE_AFTER_MS = 600;

type Saving = { readonly state: 'saved' | 'waiting' | 'saving' } | { readonly state: 'failed'; readonly failure: Failure };

export interface NotesFieldProps {
  readonly sessionId: string;
  /** As last saved. */
  readonly notes: string;
  readonly label: string;
  readonly placeholder: string;
  readonly rows: number;
  /** Told what is typed, before it is saved. */
  readonly onTyped?: (typed: string) => void;
}

/** The user's notes on a session, stored in its file. */
export function NotesField({ sessionId, notes, label, placeholder, rows, onTyped }: NotesFieldProps) {
  const text = useText('run.notes');
  const [typed, setTyped] = useState(notes);
  const saving = useAutosave(sessionId, typed, notes);
  const change = (next: string) => {
    setTyped(next);
    onTyped?.(next);
  };
  const status = {
    saved: typed === '' ? '' : text('saved'),
    waiting: text('unsaved'),
    saving: text('saving'),
    failed: saving.state === 'failed' ? text('failed', { message: wordFailure(saving.failure).message }) : '',
  }[saving.state];
  return (
    <div className={css.root}>
      <TextArea aria-label={label} placeholder={placeholder} value={typed} onChange={change} rows={rows} />
      <p className={css.status} data-state={saving.state} role="status">
        {status}
      </p>
    </div>
  );
}

/** Saves the text a moment after the last key press, and at once when the tab is left. */
function useAutosave(sessionId: string, typed: string, known: string): Saving {
  const saved = useRef(known);
  const latest = useRef(typed);
  latest.current = typed;
  const [saving, setSaving] = useState<Saving>({ state: 'saved' });
  useEffect(() => {
    if (typed === saved.current) return;
    setSaving({ state: 'waiting' });
    const timer = setTimeout(() => {
      setSaving({ state: 'saving' });
      void request('notes.set', { sessionId, text: typed }).then((reply) => {
        if (!reply.ok) return setSaving({ state: 'failed', failure: reply.failure });
        saved.current = typed;
        refreshSession(sessionId);
        if (latest.current === typed) setSaving({ state: 'saved' });
      });
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed, sessionId]);
  useEffect(
    () => () => {
      if (latest.current === saved.current) return;
      void request('notes.set', { sessionId, text: latest.current }).then((reply) => {
        // The field is unmounted, so the failure cannot be shown beside it.
        if (reply.ok) refreshSession(sessionId);
        else showFailure(reply.failure);
      });
    },
    [sessionId],
  );
  return saving;
}
