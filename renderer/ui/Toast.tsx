import { useEffect, useSyncExternalStore } from 'react';
import { showHidden } from '../../shared/base/show-hidden.ts';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from './Button.tsx';
import { CloseIcon } from './icons.tsx';
import css from './Toast.module.css';

interface Message {
  id: number;
  text: string;
}

let current: Message | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function setCurrent(message: Message | null): void {
  current = message;
  for (const listener of listeners) listener();
}

/** A short confirmation ("Copied"). One at a time. Failures are shown where they happen, except for copying, which has no other place. */
export function showToast(text: string): void {
  setCurrent({ id: nextId++, text });
}

export function hideToast(): void {
  if (current !== null) setCurrent(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Long enough to read, short enough not to get in the way. */
const SHOWN_MS = 5_000;

/** Mounted once. The live region always exists, so that screen readers announce new content. */
export function ToastHost() {
  const message = useSyncExternalStore(subscribe, () => current);
  const text = useText('common.action');
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setCurrent(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div className={css.host} role="status">
      {message && (
        <div className={css.toast}>
          <span>{showHidden(message.text)}</span>
          <IconButton label={text('close')} className={css.close} onClick={hideToast}>
            <CloseIcon />
          </IconButton>
        </div>
      )}
    </div>
  );
}
