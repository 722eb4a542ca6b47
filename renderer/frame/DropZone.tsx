import { useEffect, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { openDropped, useShell } from '../state/shell.ts';
import css from './Frame.module.css';

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Opens files dropped anywhere, or hands them to the dialog that asks for one; without this the browser would leave the page and show the first file. */
export function DropZone() {
  const text = useText('common.app');
  const over = useFileDrop(openDropped);
  const { dropTaker } = useShell();
  if (!over) return null;
  return (
    <div className={css.drop}>
      <div className={css.dropText}>
        <p className={css.dropTitle}>{dropTaker?.hint ?? text('dropHint')}</p>
        <p className="muted">{dropTaker?.detail ?? text('dropDetail')}</p>
      </div>
    </div>
  );
}

function useFileDrop(onFiles: (files: readonly File[]) => Promise<void>): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Entering a child fires before leaving its parent, so depth says whether the pointer is still inside.
    let depth = 0;
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) => {
      const listener = (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        act(event);
      };
      window.addEventListener(type, listener);
      return () => window.removeEventListener(type, listener);
    };
    const move = (step: number) => {
      depth = Math.max(0, depth + step);
      setOver(depth > 0);
    };
    const offs = [
      on('dragenter', () => move(1)),
      on('dragleave', () => move(-1)),
      on('dragover', () => undefined),
      on('drop', (event) => {
        depth = 0;
        setOver(false);
        void onFiles([...(event.dataTransfer?.files ?? [])]);
      }),
    ];
    return () => {
      for (const off of offs) off();
    };
  }, [onFiles]);
  return over;
}
