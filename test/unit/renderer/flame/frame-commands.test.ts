import { expect, test } from 'vitest';
import { FRAME_COMMANDS, type FrameActions, type MenuFrame } from '../../../../renderer/flame/frame-commands.ts';

const actions: FrameActions = {
  folds: null,
  showCallers: null,
  showAround: null,
  showMoments: null,
  showSource: null,
  source: { path: '/srv/app.js', line: 1, column: 1 },
  openSource: () => {},
  copy: () => {},
  tell: () => '',
};

test.each<[string, Partial<MenuFrame>, string]>([
  ['of a native function', { kind: 'native' }, 'noFile'],
  ['of code that a program has made while it ran', { line: 4 }, 'noFile'],
  ['of the row of a package', { kind: 'dependency' }, 'isPackage'],
])('the commands %s say alike why there is no file', (_, given, why) => {
  const frame: MenuFrame = {
    function: 'f',
    url: '',
    line: 0,
    kind: 'own',
    share: null,
    focus: null,
    recurs: false,
    standsFor: null,
    ...given,
  };
  const commands = FRAME_COMMANDS.filter(({ name }) => name === 'showSource' || name === 'openSource' || name === 'copyPath');
  expect(commands.map(({ find }) => find(frame, actions))).toEqual([why, why, why]);
});
