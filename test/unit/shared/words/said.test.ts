/** Messages as data: what is worded, what a hostile file may say, what an earlier version has stored. */
import { expect, test } from 'vitest';
import { wordFailure, wordSaid } from '../../../../shared/format/word-said.ts';
import { fail } from '../../../../shared/model/failure.ts';
import { upgradeManifest } from '../../../../shared/session/upgrade.ts';
import { firstOf, keyOf, type Message, mapTexts, type Said, say, sayBoth } from '../../../../shared/words/said.ts';
import { saidSchema } from '../../../../shared/words/said-schema.ts';

test('words messages within messages, lists and figures', () => {
  const causes = [1_500, 2].map((figure) => say('load.status', { count: { figure, as: 'count' }, status: '404' }));
  const requests = { figure: 1_502, as: 'count' } as const;
  const inner = say('load.nothingExpected', { requests, causes: { list: causes, by: 'comma' } });
  expect(wordSaid(say('comparison.ofVariant', { variant: 'B', what: inner }))).toBe(
    'Variant B: The load failed: none of 1,502 requests got a response with a status of 200 to 399: 1,500 with status 404, 2 with status 404.',
  );
  expect(wordSaid(sayBoth(null, say('save.nothingLost')))).toBe('Nothing recorded so far is lost.');
});

test('braces, tags and quotes in parameters are not interpreted', () => {
  const path = "/tmp/{why}/<b>it's</b> '{'";
  expect(wordSaid(say('file.isFolder', { path }))).toBe(`${path} is a folder.`);
});

const UNKNOWN = /^A message that this version of Loopscope does not know \(.*\)\.$/;
const deep = (levels: number): Said =>
  levels === 0 ? say('save.nothingLost') : sayBoth(null, say('file.damagedIn', { name: 'x', what: deep(levels - 1) }));

test.each<[string, unknown]>([
  ['a key of a later version', { key: 'target.later', params: {} }],
  ['an area of a later version', { key: 'later.target', params: {} }],
  ['a key that every object has', { key: 'constructor.name', params: {} }],
  ['a text of another part of the catalogue', { key: 'page.bug.length', params: {} }],
  ['no key', { key: '', params: {} }],
  ['parameters that are missing', { key: 'file.damaged', params: { name: 'x' } }],
  ['a text where a plural needs a number', { key: 'comparisonWarning.replaced', params: { planned: 2 } }],
  ['a parameter with the name of what every object has', { key: 'file.damaged', params: { __proto__: 'x', constructor: 'y' } }],
])('%s is reported as unknown', (_name, said) => {
  const checked = saidSchema.parse(JSON.parse(JSON.stringify(said)));
  expect(wordSaid(checked)).toMatch(UNKNOWN);
});

test.each<[string, unknown]>([
  ['no object', 'The server died.'],
  ['neither key nor text', {}],
  ['a parameter that is null', { key: 'file.damaged', params: { name: null } }],
  ['an object of its own', { key: 'file.damaged', params: { name: { toString: 'x' } } }],
  ['messages that nest deeper than any does', deep(20)],
  ['more parameters than any has', { key: 'x', params: Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`p${i}`, i])) }],
])('%s is refused', (_name, said) => {
  expect(saidSchema.safeParse(said).success).toBe(false);
});

test('changes all texts that are not of the catalogue, and nothing else', () => {
  const said = say('file.damaged', { name: 'secret', why: say('file.whyTwoParts', { part: 'secret' }) });
  expect(wordSaid(mapTexts(said, () => '…'))).toBe('… is damaged: it has two parts called ….');
  expect((mapTexts(said, () => '…') as Message).key).toBe('file.damaged');
});

test('keeps the sentences stored by formats 1 and 2', () => {
  const told = { message: 'The server died.', hint: '' };
  const manifest = {
    format: 2,
    kind: 'comparison',
    warnings: ['A warning.'],
    failure: { code: 'internal', ...told },
    passes: [{ excluded: 'It crashed.' }, { excluded: 'stopped' }, { excluded: null }],
  };
  const upgraded = upgradeManifest(manifest);
  expect(upgraded).toMatchObject({
    ok: true,
    value: {
      experiment: {
        cells: [
          {
            warnings: [{ verbatim: 'A warning.' }],
            failure: { code: 'internal', says: { verbatim: 'The server died.' }, hint: null },
            passes: [{ excluded: { verbatim: 'It crashed.' } }, { excluded: 'stopped' }, { excluded: null }],
          },
        ],
      },
    },
  });
  expect(wordFailure(fail('internal', { verbatim: told.message }).failure)).toMatchObject(told);
});

test('what a message is about is what its first sentence is about, whatever follows it', () => {
  const advised = sayBoth(say('runWarning.rising'), say('advice.longerWarmUpMay'));
  expect(keyOf(advised)).toBe('runWarning.rising');
  expect(keyOf(sayBoth(advised, say('advice.longerWarmUp')))).toBe('runWarning.rising');
  expect(firstOf(say('runWarning.rising'))).toEqual(say('runWarning.rising'));
  expect(keyOf({ verbatim: 'A warning.' })).toBeNull();
  // A file may have anything there.
  expect(keyOf({ key: 'list.sentences', params: { first: 'rising' } })).toBe('list.sentences');
});
