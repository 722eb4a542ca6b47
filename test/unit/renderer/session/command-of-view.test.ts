import { expect, test } from 'vitest';
import { commandOfView } from '../../../../renderer/session/command-of-view.ts';
import { NO_VIEW, type ViewState } from '../../../../renderer/state/view-codec.ts';

const BOTH = {
  id: 'a',
  kind: 'run',
  path: '/tmp/both.loopscope',
  hasTicks: false,
  processes: [],
  exactPass: null,
  profileKinds: ['cpu', 'allocated'],
} as const;
const command = (view: Partial<ViewState>) => commandOfView(BOTH, { ...NO_VIEW, ...view });

test('the profile of allocations that is shown is asked for by its name, whatever requests other views show', () => {
  expect(command({ tab: 'flame', profile: 'allocated', route: 'GET /' })).toBe(
    'loopscope show /tmp/both.loopscope --table heavy --profile allocated',
  );
});

test('a profile that the run does not have, and the flame chart, are of the one that all views show', () => {
  expect(command({ tab: 'flame', profile: 'alive' })).toBe('loopscope show /tmp/both.loopscope --table heavy');
  expect(command({ tab: 'flameChart', profile: 'allocated' })).toBe('loopscope show /tmp/both.loopscope --table heavy');
});
