import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { type MenuState, menuTemplate } from '../../../electron/shell/menu.ts';
import { COMMANDS } from '../../../shared/protocol/commands.ts';
import type { DocumentState, ShellCommand } from '../../../shared/protocol/shell.ts';

type Item = MenuItemConstructorOptions;
const PLATFORMS = ['linux', 'win32', 'darwin'] as const;
const HOME: DocumentState = { path: null, edited: false, screen: 'home', live: false };

function build(change: Partial<MenuState> = {}) {
  const given: (ShellCommand | string)[] = [];
  const template = menuTemplate(
    { platform: 'linux', recent: [], document: HOME, ...change },
    {
      give: (command) => void given.push(command),
      showAbout: () => void given.push('about'),
      copyDiagnostics: () => void given.push('diagnostics'),
      showInFolder: (path) => void given.push(path),
      quit: () => void given.push('quit'),
    },
  );
  const all = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...all((item.submenu as Item[] | undefined) ?? [])]);
  const items = all(template);
  const item = (id: string): Item => {
    const found = items.find((one) => one.id === id);
    if (!found) throw new Error(`no item ${id}`);
    return found;
  };
  const click = (id: string): void => (item(id).click as () => void)();
  return { template, items, item, click, given };
}

test.each(PLATFORMS)('%s: has every item once, and no two with the same accelerator', (platform) => {
  const { items } = build({ platform });
  const ids = items.map(({ id }) => id).filter((id) => id !== undefined);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining([
      'recent',
      'about',
      'quit',
      ...Object.entries(COMMANDS).flatMap(([name, command]) => ('menu' in command ? [name] : [])),
    ]),
  );
  const keys = items.map(({ accelerator }) => accelerator).filter((key) => key !== undefined);
  expect(new Set(keys).size).toBe(keys.length);
  const roles = items.map(({ role }) => role);
  expect(roles).toEqual(
    expect.arrayContaining(['copy', 'paste', 'zoomIn', 'zoomOut', 'resetZoom', 'togglefullscreen', 'windowMenu', 'help']),
  );
});

test('macOS has About, Settings and Quit under the program’s name, the others under File and Help', () => {
  expect(build({ platform: 'darwin' }).template[0]!.label).toBe('Loopscope');
  expect(build({ platform: 'linux' }).template[0]!.label).toBe('File');
  expect(build({ platform: 'win32' }).item('quit').label).toBe('Exit');
});

test('disables what cannot be done now', () => {
  const enabled = (document: Partial<DocumentState>) => {
    const { item } = build({ document: { ...HOME, ...document } });
    return ['saveAs', 'stop', 'search', 'nextTab', 'show-in-folder'].filter((id) => item(id).enabled);
  };
  expect(enabled({})).toEqual([]);
  expect(enabled({ screen: 'run', live: true })).toEqual(['stop', 'search', 'nextTab']);
  expect(enabled({ screen: 'run', path: '/a.loopscope' })).toEqual(['saveAs', 'search', 'nextTab', 'show-in-folder']);
});

test('lists up to ten recent files by name and path, and opens them', () => {
  const recent = Array.from({ length: 12 }, (_, index) => `/data/R&D ${index}.loopscope`);
  const { item, given } = build({ recent });
  const items = item('recent').submenu as Item[];
  expect(items).toHaveLength(10);
  expect(items[0]).toMatchObject({ label: 'R&&D 0.loopscope', sublabel: recent[0] });
  (items[1]!.click as () => void)();
  expect(given).toEqual([{ type: 'open-path', path: recent[1] }]);
  expect(build().item('recent').enabled).toBe(false);
});

test('items send their commands', () => {
  const { click, given } = build({ document: { ...HOME, screen: 'run', path: '/a.loopscope' } });
  for (const id of ['openFile', 'newRun', 'saveAs', 'help', 'about', 'diagnostics', 'show-in-folder', 'quit']) click(id);
  expect(given).toEqual([
    ...['openFile', 'newRun', 'saveAs', 'help'].map((name) => ({ type: 'command', name })),
    'about',
    'diagnostics',
    '/a.loopscope',
    'quit',
  ]);
});
