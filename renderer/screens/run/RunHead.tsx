import { useState } from 'react';
import type { Failure } from '../../../shared/model/failure.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { RequestParams, SessionInfo } from '../../../shared/protocol/contract.ts';
import { comparisonOfPass } from '../../../shared/protocol/pass-id.ts';
import { downloadUrl, request } from '../../bridge.ts';
import { desktop } from '../../desktop.ts';
import { RenameDialog, SaveDialog } from '../../forms/SessionDialogs.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { fileName, planText } from '../../i18n/plan-text.ts';
import { compareSetup } from '../../state/compare-draft.ts';
import { draftFrom } from '../../state/draft.ts';
import { hashOf, navigate } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';
import { offerDownload } from '../../ui/download.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/Toast.tsx';
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
  const comparison = comparisonOfPass(info.id);
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
        <Facts>
          {setup !== null && <span title={setup.target.script}>{fileName(setup.target.script)}</span>}
          {setup !== null && <span>{planText(setup.load, text)}</span>}
          {info.node !== null && <span>{text('node', { version: info.node })}</span>}
          {comparison !== null && (
            <span>
              <a href={hashOf({ screen: 'compare', sessionId: comparison })}>{text('ofComparison')}</a>
            </span>
          )}
          <SavedState info={info} live={live} />
        </Facts>
      </div>
      <div className={css.actions}>
        {!live && setup !== null && <Button onClick={() => runAgain(setup)}>{text('runAgain')}</Button>}
        {!live && setup !== null && <Button onClick={() => compareSetup(setup)}>{text('compare')}</Button>}
        {!live && (
          <Menu
            trigger={<Button>{text('saveAs')}</Button>}
            items={[
              // In the desktop window saving is one thing, with the system's dialog.
              ...(desktop === null ? [{ label: text('download'), href: downloadUrl(info.id), download: true }] : []),
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
    item('html', text('exportHtml')),
    item('markdown', text('exportMarkdown')),
  ];
  const items = info.kind === 'profile' ? ofProfile : info.hasProfile ? [...ofProfile, 'separator' as const, ...ofLoad] : ofLoad;
  return <Menu trigger={<Button>{text('export')}</Button>} items={items} />;
}
