import { type CommandRow, keysOfRow } from '../../shared/protocol/commands.ts';
import { useKeyNames } from '../commands/key-names.ts';
import { useRunKeyName } from '../forms/use-run-key.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Toolbar.tsx';
import css from './Frame.module.css';

/** All keys, in one place. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const text = useText('common.keys');
  const keyName = useText('common.keyName');
  const runKey = useRunKeyName();
  const keyNamesOf = useKeyNames();
  const row = (name: CommandRow): [string[], string] => [keysOfRow(name).flatMap(keyNamesOf), text(name)];
  const groups: [string, [string[], string][]][] = [
    [
      text('everywhere'),
      [
        [[keyName('ctrl'), 'K'], text('palette')],
        ...(['showKeys', 'goHome', 'newRun', 'openFile'] as const).map(row),
        [[keyName('escape')], text('back')],
      ],
    ],
    [
      text('recent'),
      [
        [['/'], text('filter')],
        [['↑', '↓'], text('walkSessions')],
        [['F2'], text('rename')],
        [[keyName('delete')], text('trash')],
      ],
    ],
    [text('setup'), [[runKey, text('start')]]],
    [text('run'), [[['1', '…', '9', '0'], text('tab')], ...(['turnTab', 'pause', 'search', 'round', 'cell', 'line'] as const).map(row)]],
    [
      text('flameChart'),
      [
        [['A', 'D'], text('pan')],
        [['W', 'S', '+', '-'], text('zoom')],
        [['↑', '↓', '←', '→'], text('walkCalls')],
        [[keyName('enter')], text('select')],
        [[keyName('enter')], text('mark')],
        [['F'], text('fit')],
        [['0'], text('showAll')],
      ],
    ],
    [
      text('tables'),
      [
        [['↑', '↓', '←', '→'], text('walk')],
        [[keyName('enter')], text('enter')],
        [[keyName('home')], text('zoomOut')],
        [[keyName('escape'), keyName('backspace')], text('undo')],
        [[keyName('home'), keyName('end')], text('tree')],
        [[keyName('ctrl')], text('zoomByWheel')],
        [[keyName('enter')], text('nextMatch')],
      ],
    ],
  ];
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={text('title')} isText>
      <p>
        <a className={css.help} href={hashOf({ screen: 'help', page: null })} onClick={onClose}>
          {text('help')}
        </a>
      </p>
      {groups.map(([title, keys]) => (
        <table key={title} className={css.keys}>
          <caption>{title}</caption>
          <tbody>
            {keys.map(([names, meaning]) => (
              <tr key={meaning}>
                <td>
                  {names.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </td>
                <th scope="row">{meaning}</th>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Dialog>
  );
}
