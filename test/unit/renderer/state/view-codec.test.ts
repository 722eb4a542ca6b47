import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_VIEW, parseView, printView, type ViewState } from '../../../../renderer/state/view-codec.ts';
import { frameKey } from '../../../../shared/charts/flame-layout.ts';

const own = frameKey('handle', 'file:///srv/app.js', 4);
const native = frameKey('(anonymous)', '', 0);

const FULL: ViewState = {
  ...NO_VIEW,
  tab: 'flameChart',
  window: { fromMs: 1_200.5, toMs: 3_400 },
  zoom: { path: [frameKey('emit', 'node:events', 512), own], among: { from: native, to: own }, part: { from: 0.25, to: 0.75 } },
  chart: { from: -20.125, to: 1e9 },
  pid: 4711,
  hide: ['core', 'native'],
  folds: [{ how: 'mine' }, { how: 'recursion', function: 'a;b,c', url: 'file:///srv/app.js', line: 4 }],
  base: 'wall',
  flameAs: 'tree',
  round: 2,
  against: 2,
  pairAs: 'side',
  pairWidth: 'b',
  q: 'a=b&c #?/% ünïcode|;,',
  filter: 'render',
  sort: { column: 'self', descending: true },
};

test('what is shown reads well in the address, and nothing is written of what is as at first', () => {
  expect(printView(NO_VIEW)).toBe('');
  expect(printView({ ...FULL, zoom: null, q: '', filter: '' })).toBe(
    'tab=flameChart&round=3&against=2&window=1200.5..3400&chart=-20.125..1000000000&pid=4711&hide=core,native&folds=mine;recursion,a%3Bb%2Cc,file%3A%2F%2F%2Fsrv%2Fapp.js,4&base=wall&flameAs=tree&pairAs=side&pairWidth=b&sort=-self',
  );
  expect(printView({ ...NO_VIEW, zoom: FULL.zoom })).toBe(
    'zoom=node%3Aevents,file%3A%2F%2F%2Fsrv%2Fapp.js,|emit,0,512;handle,1,4|(anonymous),2,0;handle,1,4|0.250000-0.750000',
  );
});

test('it comes back as it was, for any search and any names of functions and files', () => {
  expect(parseView(printView(FULL))).toEqual(FULL);
  const name = fc.string({ unit: 'binary', maxLength: 12 });
  const key = fc.tuple(name, name, fc.nat(1e6)).map(([called, file, line]) => frameKey(called, file, line));
  fc.assert(
    fc.property(name, fc.array(key, { minLength: 1, maxLength: 4 }), key, (q, path, end) => {
      const view = { ...NO_VIEW, q, zoom: { path, among: { from: end, to: path[0]! }, part: null } };
      expect(parseView(printView(view))).toEqual(view);
    }),
    { seed: 9, numRuns: 50 },
  );
});

test('what has not changed is the same object, so that it is not requested again', () => {
  const known = parseView(printView(FULL));
  const next = parseView(printView({ ...FULL, tab: 'output' }), known);
  expect(next.tab).toBe('output');
  for (const name of ['window', 'zoom', 'chart', 'hide', 'sort'] as const) expect(next[name]).toBe(known[name]);
});

test.each([
  'tab=<script>',
  `tab=${'a'.repeat(41)}`,
  'folds=yours',
  'folds=function,a,b',
  'folds=function,a,b,-1',
  'folds=mine;function,%,b,1',
  'window=3..1',
  'window=1..1',
  'window=NaN..Infinity',
  'window=1e3..2e3',
  'window=',
  'chart=1',
  'pid=-1',
  'round=0',
  'round=profile',
  'pairWidth=c',
  'pid=99999999999',
  'hide=own,everything',
  'base=constructor',
  'sort=-',
  'sort=__proto__',
  'q=%E0%A4',
  `q=${'x'.repeat(501)}`,
  `filter=${'%20'.repeat(13_000)}`,
  'zoom=|x',
  'zoom=|||',
  'zoom=|x,7,1',
  'zoom=%|x,0,1',
  'zoom=a|x,0,1|x,0,1|',
  'zoom=a|x,0,1||0.9-0.1',
  'zoom=a|x,0,1|||',
  `zoom=a|${'x,0,1;'.repeat(1_500)}`,
  '__proto__=1&constructor=2&=3&&&tab',
  '&'.repeat(100_000),
])('%.40s is nonsense, and shows what is shown at first', (query) => {
  expect(parseView(query)).toEqual(NO_VIEW);
});

test('nonsense in one place leaves the others, and the first of two counts', () => {
  expect(parseView('window=x&tab=flame&pid=?&tab=output&new=1')).toEqual({ ...NO_VIEW, tab: 'flame' });
});

test('what is too long is not written', () => {
  const path = Array.from({ length: 900 }, (_, index) => frameKey(`function number ${index}`, `file:///srv/${index}.js`, index));
  expect(printView({ ...NO_VIEW, q: 'x'.repeat(501), zoom: { path, among: null, part: null } })).toBe('');
});
