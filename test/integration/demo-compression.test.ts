/** The server of the study: what is sent with gzip and without is the same content, and only text is compressed. */
import { describe, expect, test } from 'vitest';
import { startVariant, variantOf } from '../helpers/studies.ts';

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
