import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import { request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { useText } from '../i18n/i18n.tsx';
import { saveWithDialog, suggestedPath } from '../state/save-as.ts';
import { refreshSession } from '../state/sessions.ts';
import { showFailure } from '../state/shell.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { showToast } from '../ui/Toast.tsx';

/** Asks where to save the session, and saves it. */
export function SaveDialog(props: { info: SessionInfo; onClose: () => void }) {
  return desktop === null ? <PathDialog {...props} /> : <NativeSave {...props} />;
}

/** The system's dialog instead of ours. */
function NativeSave({ info, onClose }: { info: SessionInfo; onClose: () => void }) {
  const text = useText('run.save');
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void saveWithDialog(info).then((outcome) => {
      if (outcome?.ok) showToast(text('saved', { path: outcome.value.path }));
      else if (outcome) showFailure(outcome.failure);
      onClose();
    });
  }, [info, onClose, text]);
  return null;
}

function PathDialog({ info, onClose }: { info: SessionInfo; onClose: () => void }) {
  const text = useText('run.save');
  const [suggested, setSuggested] = useState('');
  /** Null: nothing yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const path = typed ?? suggested;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => void suggestedPath(info).then(setSuggested), [info]);
  // So that typing replaces it. What somebody has typed meanwhile stays.
  useEffect(() => {
    if (suggested !== '' && typed === null) field.current?.select();
  }, [suggested, typed]);
  const save = async (overwrite: boolean) => {
    const reply = await request('sessions.save-as', { sessionId: info.id, path, overwrite });
    if (!reply.ok) {
      setFailure(reply.failure);
      setRefused(true);
      return;
    }
    refreshSession(info.id);
    showToast(text('saved', { path: reply.value.path }));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text('title')}
      description={text('text')}
      onSubmit={() => void save(false)}
      footer={
        <>
          {refused && <Button onClick={() => void save(true)}>{text('overwrite')}</Button>}
          <Button type="submit" variant="primary" disabled={path.trim() === ''}>
            {text('save')}
          </Button>
        </>
      }
    >
      <Field label={text('path')}>{(control) => <TextInput ref={field} mono {...control} value={path} onChange={setTyped} />}</Field>
      {failure !== null && <ErrorNotice failure={failure} />}
    </Dialog>
  );
}

/** The name of the session in lists and titles. */
export function RenameDialog({ info, onClose }: { info: SessionInfo; onClose: () => void }) {
  const text = useText('run.rename');
  const [name, setName] = useState(info.name);
  const [failure, setFailure] = useState<Failure | null>(null);
  const rename = async () => {
    const reply = await request('sessions.rename', { sessionId: info.id, name: name.trim() });
    if (!reply.ok) return setFailure(reply.failure);
    refreshSession(info.id);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text('title')}
      onSubmit={() => void rename()}
      footer={
        <Button type="submit" variant="primary" disabled={name.trim() === ''}>
          {text('rename')}
        </Button>
      }
    >
      <Field label={text('name')}>{(control) => <TextInput {...control} value={name} onChange={setName} maxLength={300} />}</Field>
      {failure !== null && <ErrorNotice failure={failure} />}
    </Dialog>
  );
}
