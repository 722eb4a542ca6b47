import { useState } from 'react';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { NotesField } from '../../forms/NotesField.tsx';
import { SaveDialog } from '../../forms/SessionDialogs.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { isForeign } from '../../state/save-as.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import css from './RunScreen.module.css';
import type { RunTab } from './run-tab.tsx';

export function NotesTab({ info }: { info: SessionInfo }) {
  return isForeign(info) ? <NotesOfForeign info={info} /> : <Notes info={info} />;
}

function Notes({ info }: { info: SessionInfo }) {
  const text = useText('run.notes');
  return (
    <div className={css.notes}>
      <NotesField sessionId={info.id} notes={info.notes} label={text('label')} placeholder={text('placeholder')} rows={14} />
    </div>
  );
}

/** Nothing can be noted in the file of another tool. */
function NotesOfForeign({ info }: { info: SessionInfo }) {
  const text = useText('run');
  const [saving, setSaving] = useState(false);
  return (
    <>
      <EmptyState
        title={text('notes.ofForeign')}
        text={text('notes.ofForeignText')}
        action={<Button onClick={() => setSaving(true)}>{text('head.saveAsSession')}</Button>}
      />
      {saving && <SaveDialog info={info} onClose={() => setSaving(false)} />}
    </>
  );
}

export const notesTab: RunTab = { name: 'notes', isOfLeaks: true, isOfNothing: true, Content: ({ latest }) => <NotesTab info={latest} /> };
