import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import { shortPlace } from '../../../shared/format/place.ts';
import type { RecentSession } from '../../../shared/model/recent-session.ts';
import { recentFacts } from '../../../shared/phrases/recent.ts';
import { request } from '../../bridge.ts';
import { useText } from '../../i18n/i18n.tsx';
import { openPath, showFailure } from '../../state/shell.ts';
import { Facts } from '../../ui/Facts.tsx';
import { TextInput } from '../../ui/Input.tsx';
import css from './HomeScreen.module.css';

export interface RecentNameProps {
  readonly session: RecentSession;
  readonly isRenaming: boolean;
  readonly onRename: (renaming: boolean) => void;
  readonly onTrash: () => void;
}

/** A file of another tool has no title of its own. */
export function canRename({ path, missing }: RecentSession): boolean {
  return !missing && path.endsWith('.loopscope');
}

/** The title, which opens the session, and what it is. F2 renames it in place, Delete asks whether it is to go to the trash. */
export function RecentName(props: RecentNameProps) {
  const { session, isRenaming, onRename, onTrash } = props;
  const { name, path, missing, summary } = session;
  const text = useText('home.recent');
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    // Whoever has renamed it by keyboard goes on from there.
    if (was.current && !isRenaming) opener.current?.focus();
    was.current = isRenaming;
  }, [isRenaming]);
  if (missing) {
    return (
      <div className="muted" title={text('missingTitle', { path })}>
        {name} <span className={css.missing}>{text('missing')}</span>
        <RecentFacts session={session} />
      </div>
    );
  }
  if (isRenaming) return <Rename session={session} onDone={() => onRename(false)} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2' && canRename(session)) onRename(true);
    else if (event.key === 'Delete') onTrash();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={css.open}
        title={summary === null ? path : text('openTitle', { path, script: showHidden(summary.script) })}
        data-recent
        onClick={() => void openPath(path)}
        onKeyDown={onKeyDown}
      >
        {name}
      </button>
      <RecentFacts session={session} />
    </>
  );
}

function RecentFacts({ session }: { session: RecentSession }) {
  const { summary } = session;
  return (
    <div className={css.facts}>
      <Facts>
        {recentFacts(session).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {summary !== null && <span>{shortPlace(summary.script, 0)}</span>}
      </Facts>
    </div>
  );
}

function Rename({ session: { name, path }, onDone }: { session: RecentSession; onDone: () => void }) {
  const text = useText('home.recent');
  const [typed, setTyped] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  /** Also when the field is left, as in a file manager. */
  const commit = async () => {
    if (isDone.current) return;
    isDone.current = true;
    const title = typed.trim();
    const reply = title === '' || title === name ? null : await request('sessions.rename-recent', { path, name: title });
    if (reply !== null && !reply.ok) showFailure(reply.failure);
    onDone();
  };
  return (
    <>
      <TextInput
        ref={input}
        className={css.rename}
        aria-label={text('renameLabel', { name })}
        value={typed}
        onChange={setTyped}
        maxLength={300}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit();
          else if (event.key === 'Escape') {
            event.stopPropagation();
            isDone.current = true;
            onDone();
          }
        }}
      />
      <div className={css.facts}>{text('renameHint')}</div>
    </>
  );
}
