import { fileName } from '../../../shared/format/place.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { RecentSession } from '../../../shared/model/recent-session.ts';
import { say } from '../../../shared/words/said.ts';
import { request } from '../../bridge.ts';
import { desktop } from '../../desktop.ts';
import { useText } from '../../i18n/i18n.tsx';
import { openPath, showFailure } from '../../state/shell.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { copyAndSay } from '../../ui/copy-and-say.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { showToast } from '../../ui/Toast.tsx';
import { canRename } from './RecentName.tsx';

export interface RecentMenuProps {
  readonly session: RecentSession;
  readonly onRename: () => void;
  readonly onTrash: () => void;
}

/** What can be done with a session of the list. */
export function RecentMenu({ session, onRename, onTrash }: RecentMenuProps) {
  const { name, path, missing } = session;
  const text = useText('home.recent');
  const keyName = useText('common.keyName');
  const forget = async () => {
    const reply = await request('sessions.forget', { path });
    if (reply.ok) showToast(text('forgotten', { name }));
    else showFailure(reply.failure);
  };
  return (
    <Menu
      trigger={
        <IconButton label={text('menu', { name })}>
          <MoreIcon />
        </IconButton>
      }
      items={[
        { label: text('open'), disabled: missing, onSelect: () => void openPath(path) },
        { label: text('rename'), shortcut: 'F2', disabled: !canRename(session), takesFocus: true, onSelect: onRename },
        desktop === null
          ? { label: text('copyPath'), onSelect: () => void copyAndSay(path, text('pathCopied', { path })) }
          : { label: text('showInFolder'), disabled: missing, onSelect: () => void desktop?.showInFolder(path) },
        'separator',
        { label: text('forget'), onSelect: () => void forget() },
        { label: text('trash'), shortcut: keyName('delete'), disabled: missing, danger: true, onSelect: onTrash },
      ]}
    />
  );
}

/** Names the file that goes. The engine, and the window, move only what is in the list. */
export function TrashDialog({ session, onClose }: { session: RecentSession; onClose: (isGone: boolean) => void }) {
  const text = useText('home.recent');
  const cancel = useText('common.action')('cancel');
  const { name, path } = session;
  const file = fileName(path);
  const trash = async () => {
    const reply = await moveToTrash(path);
    onClose(reply.ok);
    if (reply.ok) showToast(text('trashed', { file }));
    else showFailure(reply.failure);
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title={text('trashTitle', { name })}
      description={text('trashText', { file })}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{cancel}</Button>
          <Button variant="danger" onClick={() => void trash()}>
            {text('trashIt')}
          </Button>
        </>
      }
    />
  );
}

async function moveToTrash(path: string): Promise<Outcome<null>> {
  if (desktop === null) return request('sessions.trash', { path });
  if (!(await desktop.trash(path))) return fail('cannot-write', say('page.notTrashed', { path }), say('page.lookInFolder'));
  const reply = await request('sessions.forget', { path });
  return reply.ok ? succeed(null) : reply;
}
