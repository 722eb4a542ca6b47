import { useEffect } from 'react';
import { useText } from '../i18n/i18n.tsx';

/** Ctrl or Cmd with Enter, wherever the focus is. */
export function useRunKey(run: () => Promise<void>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

/** What stands on these keys, one after the other. */
export function useRunKeyName(): string[] {
  const text = useText('common.keyName');
  return [/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : text('ctrl'), text('enter')];
}
