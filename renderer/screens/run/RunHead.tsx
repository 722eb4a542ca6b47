import { useState } from 'react';
import type { Failure } from '../../../shared/model/failure.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { RequestParams, SessionInfo } from '../../../shared/protocol/contract.ts';
import { downloadUrl, request } from '../../bridge.ts';
import { useText } from '../../i18n/i18n.tsx';
import { draftFrom } from '../../state/draft.ts';
import { navigate } from '../../state/route.ts';
import { refreshSession } from '../../state/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/Input.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/Toast.tsx';
import { fileName, planText } from './plan-text.ts';
import css from './RunHead.module.css';

/** Nothing starts by itself: the set-up is shown first. */
export function runAgain(setup: Setup): void {
  draftFrom(setup);
  navigate({ screen: 'setup' });
}

type Format = RequestParams<'export.text'>['format'];

export function RunHead({ info, live }: { info: SessionInfo; live: boolean }) {
  const text = useText('run.head');
  const [open, setOpen] = useState<'save' | 'rename' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { setup } = info;
  const exportAs = async (format: Format) => {
    const answer = await request('export.text', { sessionId: info.id, format });
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return;
    offerDownload(answer.value.fileName, answer.value.text);
    showToast(text('exported', { name: answer.value.fileName }));
  };
  return (
    <header className={css.head}>
      <div className={css.names}>
        <h1>{info.name === '' ? text('untitled') : info.name}</h1>
        <p className={css.facts}>
          {setup !== null && <span title={setup.target.script}>{fileName(setup.target.script)}</span>}
          {setup !== null && <span>{planText(setup.load, text)}</span>}
          {info.node !== null && <span>{text('node', { version: info.node })}</span>}
          <SavedState info={info} live={live} />
        </p>
      </div>
      <div className={css.actions}>
        {!live && setup !== null && <Button onClick={() => runAgain(setup)}>{text('runAgain')}</Button>}
        {!live && (
          <Menu
            trigger={<Button>{text('saveAs')}</Button>}
            items={[
              { label: text('download'), href: downloadUrl(info.id), download: true },
              { label: text('saveToPath'), onSelect: () => setOpen('save') },
              'separator',
              { label: text('rename'), onSelect: () => setOpen('rename') },
            ]}
          />
        )}
        {!live && <ExportMenu info={info} onChoose={(format) => void exportAs(format)} />}
      </div>
      {failure !== null && (
        <div className={css.failure}>
          <ErrorNotice failure={failure} />
        </div>
      )}
      {open === 'save' && <SaveDialog info={info} onClose={() => setOpen(null)} />}
      {open === 'rename' && <RenameDialog info={info} onClose={() => setOpen(null)} />}
    </header>
  );
}

function SavedState({ info, live }: { info: SessionInfo; live: boolean }) {
  const text = useText('run.head');
  if (info.path !== null) return <span title={info.path}>{text('savedAt', { path: fileName(info.path) })}</span>;
  return <span>{live ? text('saving') : text('notSaved')}</span>;
}

function ExportMenu({ info, onChoose }: { info: SessionInfo; onChoose: (format: Format) => void }) {
  const text = useText('run.head');
  const item = (format: Format, label: string) => ({ label, onSelect: () => onChoose(format) });
  const ofProfile = [
    item('cpuprofile', text('exportCpuprofile')),
    item('speedscope', text('exportSpeedscope')),
    item('collapsed', text('exportCollapsed')),
  ];
  const ofLoad = [
    item('autocannon', text('exportAutocannon')),
    item('hgrm', text('exportHgrm')),
    item('csv', text('exportCsv')),
    item('json', text('exportJson')),
  ];
  const items = info.kind === 'profile' ? ofProfile : info.hasProfile ? [...ofProfile, 'separator' as const, ...ofLoad] : ofLoad;
  return <Menu trigger={<Button>{text('export')}</Button>} items={items} />;
}

/** The text is in the page already; the browser saves it where it saves everything. */
function offerDownload(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After the click was handled; the browser has its own copy then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

function SaveDialog({ info, onClose }: { info: SessionInfo; onClose: () => void }) {
  const text = useText('run.save');
  const [path, setPath] = useState(info.path ?? '');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [refused, setRefused] = useState(false);
  const save = async (overwrite: boolean) => {
    const answer = await request('sessions.save-as', { sessionId: info.id, path, overwrite });
    if (!answer.ok) {
      setFailure(answer.failure);
      setRefused(true);
      return;
    }
    refreshSession(info.id);
    showToast(text('saved', { path: answer.value.path }));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text('title')}
      description={text('text')}
      footer={
        <>
          {refused && <Button onClick={() => void save(true)}>{text('overwrite')}</Button>}
          <Button variant="primary" disabled={path.trim() === ''} onClick={() => void save(false)}>
            {text('save')}
          </Button>
        </>
      }
    >
      <Field label={text('path')}>{(control) => <TextInput mono {...control} value={path} onChange={setPath} />}</Field>
      {failure !== null && <ErrorNotice failure={failure} />}
    </Dialog>
  );
}

function RenameDialog({ info, onClose }: { info: SessionInfo; onClose: () => void }) {
  const text = useText('run.rename');
  const [name, setName] = useState(info.name);
  const [failure, setFailure] = useState<Failure | null>(null);
  const rename = async () => {
    const answer = await request('sessions.rename', { sessionId: info.id, name: name.trim() });
    if (!answer.ok) return setFailure(answer.failure);
    refreshSession(info.id);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text('title')}
      footer={
        <Button variant="primary" disabled={name.trim() === ''} onClick={() => void rename()}>
          {text('rename')}
        </Button>
      }
    >
      <Field label={text('name')}>{(control) => <TextInput {...control} value={name} onChange={setName} maxLength={300} />}</Field>
      {failure !== null && <ErrorNotice failure={failure} />}
    </Dialog>
  );
}
