import { expect, test } from 'vitest';
import { DEFAULT_CAPTURE, type Setup } from '../../../../shared/model/setup/setup.ts';
import { requestFrame, requests } from '../../../../shared/protocol/contract.ts';
import { planOf } from '../../../helpers/plans.ts';
import { scriptTarget } from '../../../helpers/script-target.ts';

const setup: Setup = {
  target: scriptTarget({ script: '/srv/app.js' }),
  ...planOf(),
  capture: DEFAULT_CAPTURE,
  collectGarbage: true,
};

test('the defaults are a valid set-up', () => {
  expect(requests['run.start'].params.safeParse({ setup, name: null }).success).toBe(true);
});

test.each([
  ['no connections', { ...setup, load: { ...setup.load, connections: 0 } }, 'setup.load.connections'],
  ['half a connection', { ...setup, load: { ...setup.load, connections: 1.5 } }, 'setup.load.connections'],
  ['a method nobody knows', { ...setup, requests: [{ ...setup.requests[0], method: 'BREW' }] }, 'setup.requests.0.method'],
  ['sampling faster than V8 can', { ...setup, capture: { kind: 'cpu', intervalUs: 1 } }, 'setup.capture.intervalUs'],
  ['a capture that is not there yet', { ...setup, capture: { kind: 'nothing' } }, 'setup.capture.kind'],
  ['a load model that is not there yet', { ...setup, load: { ...setup.load, model: 'nothing' } }, 'setup.load.model'],
  ['two requests', { ...setup, requests: [setup.requests[0], setup.requests[0]] }, 'setup.requests'],
  ['no request', { ...setup, requests: [] }, 'setup.requests'],
  ['a kind of target that there is not', { ...setup, target: { ...setup.target, kind: 'nothing' } }, 'setup.target.kind'],
  ['an unknown field', { ...setup, target: { ...setup.target, shell: true } }, 'setup.target'],
])('%s is refused, and the field is named', (_, bad, field) => {
  const result = requests['run.start'].params.safeParse({ setup: bad, name: null });
  expect(result.error?.issues.map((issue) => issue.path.join('.'))).toContain(field);
});

test.each([
  [{ id: 0, name: 'app.info', params: {} }],
  [{ id: 1, name: 5, params: {} }],
  [{ id: 1, name: 'app.info', params: {}, token: 'x' }],
  [[]],
  [null],
])('the frame %j is no request', (frame) => {
  expect(requestFrame.safeParse(frame).success).toBe(false);
});
