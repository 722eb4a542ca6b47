/** The server of the study: what is sent with gzip and without is the same content, and only text is compressed. */
import { beforeAll, describe, expect, test } from 'vitest';
import { firstResponses } from '../../shared/report/first-responses.ts';
import { cellText } from '../../shared/report/table.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { scratch } from '../helpers/command.ts';
import { makeEngine, runComparison, unwrap } from '../helpers/comparisons.ts';
import { closedLoadOf } from '../helpers/plans.ts';
import { comparisonOf, startVariant, variantOf } from '../helpers/studies.ts';

beforeAll(() => ensureBuilt());

const GZIP = { 'accept-encoding': 'gzip' };

async function get(variant: string, headers: Record<string, string> = GZIP) {
  const setup = variantOf('compression', variant);
  const { url } = await startVariant(setup);
  const response = await fetch(new URL(setup.requests[0].url, url), { headers });
  return {
    encoding: response.headers.get('content-encoding'),
    sent: Number(response.headers.get('content-length')),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

describe.each([
  ['page', 0.6],
  ['stylesheet', 0.25],
] as const)('%s', (variant, most) => {
  test('gets smaller on the wire, and is the same when decoded', async () => {
    const [plain, small] = await Promise.all([get(variant), get(`${variant}-gzip`)]);
    expect(plain).toMatchObject({ encoding: null, sent: plain.body.length });
    expect(small.encoding).toBe('gzip');
    expect(small.sent / plain.sent).toBeLessThan(most);
    const withoutFigures = ({ body }: typeof plain) => String(body).replace(/<td>.*?<\/td>/g, '');
    expect(withoutFigures(small)).toBe(withoutFigures(plain));
  });
});

test('a picture is left as it is, and so is text for clients that do not accept gzip', async () => {
  const [plain, same] = await Promise.all([get('picture'), get('picture-gzip')]);
  expect(same.encoding).toBeNull();
  expect(same.body.equals(plain.body)).toBe(true);
  expect((await get('page-gzip', { 'accept-encoding': 'identity' })).encoding).toBeNull();
});

test('a comparison keeps what each sent first: its size on the wire and decoded, and its headers', async () => {
  const { variants, ...comparison } = comparisonOf('compression', 'stylesheet');
  const end = { by: 'amount', requests: 20 } as const;
  const short = variants.map(({ title, setup }) => ({
    title,
    setup: { ...setup, load: { ...closedLoadOf(setup), connections: 2, end, warmupS: 0 } },
  }));
  const engine = makeEngine(scratch());
  try {
    const sessionId = await runComparison(engine, { ...comparison, variants: short, pairs: 1, profiled: false });
    await engine.sessions.finished(sessionId);
    const { sizes, headers, differ } = firstResponses(unwrap(await engine.handle('compare.info', { sessionId })))!;
    expect(differ).toBe(true);
    const [plain, small] = sizes.rows.map((row) => row.map(cellText));
    expect(plain!.slice(1, 5)).toEqual(['text/css', 'none', plain![3], plain![3]]);
    expect(small!.slice(1, 3)).toEqual(['text/css', 'gzip']);
    // Decoded it is what the other sent.
    expect(small![4]).toBe(plain![4]);
    expect(headers[0]!.rows.map((row) => row.map(cellText))).toContainEqual(['content-encoding', '–', 'gzip']);
  } finally {
    await engine.close();
  }
});
