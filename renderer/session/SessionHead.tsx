import { type ReactNode, useState } from 'react';
import { showHidden } from '../../shared/base/show-hidden.ts';
import type { TimeWindow } from '../../shared/base/units.ts';
import { fileName } from '../../shared/format/place.ts';
import { windowEnds } from '../../shared/format/window.ts';
import { EXPORTS, type ExportFormat } from '../../shared/model/export-formats.ts';
import type { Failure, Outcome } from '../../shared/model/failure.ts';
import { succeed } from '../../shared/model/failure.ts';
import type { LeftOut } from '../../shared/model/left-out.ts';
import type { ProfileSelection } from '../../shared/model/profile/selection.ts';
import { nameLeftOut, tellLeftOut } from '../../shared/phrases/left-out.ts';
import type { SessionInfo } from '../../shared/protocol/session-contract.ts';
import { request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { PrivateDialog } from '../forms/PrivateDialog.tsx';
import { RenameDialog, SaveDialog } from '../forms/SessionDialogs.tsx';
import { useText } from '../i18n/i18n.tsx';
import { useAddress } from '../state/address.ts';
import { isForeign } from '../state/save-as.ts';
import { downloadSession } from '../transfers.ts';
import { Button } from '../ui/Button.tsx';
import { copyAndSay } from '../ui/copy-and-say.ts';
import { bytesOfBase64, offerDownload } from '../ui/download.ts';
import { Facts } from '../ui/Facts.tsx';
import { Menu } from '../ui/Menu.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { showToast } from '../ui/Toast.tsx';
import { commandOfView } from './command-of-view.ts';
import css from './SessionHead.module.css';

/** An export format. */
export interface ExportChoice {
  readonly format: ExportFormat;
  /** Absent: the name of the format. */
  readonly label?: string;
  /** Only these profiles. */
  readonly selection?: ProfileSelection;
}

export interface SessionHeadProps {
  readonly session: SessionInfo;
  /** It is still running: there is nothing to save yet. */
  readonly live: boolean;
  /** Facts about what is measured, one element each, followed by where the session is stored. */
  readonly facts: ReactNode;
  /** Actions after it has ended, besides saving it. */
  readonly actions: ReactNode;
  readonly exports: readonly (ExportChoice | 'separator')[];
  /** Below them in the same menu: what is chosen in a dialog of its own. */
  readonly moreExports?: readonly { readonly label: string; readonly onSelect: () => void }[];
  /** The chosen window: exports are of it where their format can hold a part. */
  readonly window?: TimeWindow | null;
}

/** Name, facts and location of a session, and its actions. */
export function SessionHead({ session, live, facts, actions, exports, moreExports = [], window = null }: SessionHeadProps) {
  const text = useText('run.head');
  const privacy = useText('privacy');
  const [open, setOpen] = useState<'save' | 'rename' | 'private' | null>(null);
  /** The report that is about to be saved. */
  const [report, setReport] = useState<ExportChoice | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Only the command: what else is in the address changes while somebody scrolls or zooms.
  const command = useAddress(({ view }) => commandOfView(session, view));
  const close = () => setOpen(null);
  const act = async (work: Promise<Outcome<unknown>>) => {
    const outcome = await work;
    setFailure(outcome.ok ? null : outcome.failure);
  };
  const exportAs = async ({ format, selection }: ExportChoice, without: readonly LeftOut[] = []): Promise<Outcome<string>> => {
    const reply = await request('export.text', {
      sessionId: session.id,
      format,
      selection,
      ...(window !== null && EXPORTS[format].holdsWindow ? { window } : {}),
      ...(without.length === 0 ? {} : { without: [...without] }),
    });
    if (!reply.ok) return reply;
    const { fileName: file, text: content, isBase64 } = reply.value;
    offerDownload(file, isBase64 ? bytesOfBase64(content) : content);
    return succeed(text('exported', { name: file }));
  };
  const labelOf = ({ format, label = text(`exportAs.${format}`) }: ExportChoice): string =>
    window === null || EXPORTS[format].holdsWindow ? label : text('exportOfWhole', { format: label });
  const exportAndSay = async (choice: ExportChoice): Promise<Outcome<null>> => {
    const said = await exportAs(choice);
    if (!said.ok) return said;
    showToast(said.value);
    return succeed(null);
  };
  return (
    <header className={css.head}>
      <div className={css.names}>
        <h1>{session.name === '' ? text('untitled') : session.name}</h1>
        <Facts>
          {facts}
          {session.keepsValues && <span>{privacy('kept')}</span>}
          {session.leftOut.length > 0 && (
            <span title={tellLeftOut(session.leftOut)}>{privacy('copy.short', { parts: nameLeftOut(session.leftOut) })}</span>
          )}
          <SavedState session={session} live={live} />
        </Facts>
      </div>
      {!live && (
        <div className={css.actions}>
          {actions}
          <Menu
            trigger={<Button>{text('saveAs')}</Button>}
            items={[
              // In the desktop window there is a single Save as, with the system's dialog.
              ...(desktop === null && !isForeign(session)
                ? [{ label: text('download'), onSelect: () => void act(downloadSession(session.id)) }]
                : []),
              { label: text(isForeign(session) ? 'saveAsSession' : 'saveToPath'), onSelect: () => setOpen('save') },
              'separator',
              { label: text('rename'), onSelect: () => setOpen('rename') },
              { label: privacy('file.menu'), onSelect: () => setOpen('private') },
            ]}
          />
          <Menu
            trigger={<Button>{text('export')}</Button>}
            items={[
              ...(window === null ? [] : [{ heading: text('exportOfWindow', windowEnds(window)) }]),
              ...exports.map((choice) =>
                choice === 'separator'
                  ? choice
                  : {
                      label: labelOf(choice),
                      onSelect: () => (EXPORTS[choice.format].isForReaders ? setReport(choice) : void act(exportAndSay(choice))),
                    },
              ),
              ...moreExports,
              ...(exports.some((choice) => choice !== 'separator' && choice.format === 'brief')
                ? ['separator' as const, { label: text('copyBrief'), onSelect: () => void act(copyBrief(session.id, text('briefCopied'))) }]
                : []),
              ...(command === null
                ? []
                : [
                    'separator' as const,
                    { label: text('copyCommand'), onSelect: () => void copyAndSay(command, text('commandCopied', { command })) },
                  ]),
            ]}
          />
        </div>
      )}
      {failure !== null && (
        <div className={css.failure}>
          <ErrorNotice failure={failure} />
        </div>
      )}
      {open === 'save' && <SaveDialog info={session} onClose={close} />}
      {open === 'rename' && <RenameDialog info={session} onClose={close} />}
      {open === 'private' && <PrivateDialog info={session} onClose={close} />}
      {report !== null && (
        <PrivateDialog info={session} makeReport={(without) => exportAs(report, without)} onClose={() => setReport(null)} />
      )}
    </header>
  );
}

/** The short report of the whole session, to paste. */
async function copyBrief(sessionId: string, said: string): Promise<Outcome<null>> {
  const reply = await request('export.text', { sessionId, format: 'brief' });
  if (!reply.ok) return reply;
  await copyAndSay(reply.value.text, said);
  return succeed(null);
}

function SavedState({ session, live }: { session: SessionInfo; live: boolean }) {
  const text = useText('run.head');
  const { path } = session;
  if (path !== null) {
    return <span title={showHidden(path)}>{text(isForeign(session) ? 'openedFrom' : 'savedAt', { path: fileName(path) })}</span>;
  }
  return <span>{live ? text('saving') : text('notSaved')}</span>;
}
