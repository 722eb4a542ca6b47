/** The application of the study: the same page in both variants, and one line that prints. */
import { expect, test } from 'vitest';
import { startVariant, variantOf } from '../helpers/studies.ts';

async function getInfo(url: string, cookie?: string): Promise<{ status: number; text: string; cookie: string }> {
  const answer = await fetch(url, { headers: cookie === undefined ? {} : { cookie } });
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  return { status: answer.status, text: await answer.text(), cookie: pairs.join('; ') };
}

test('the session cookie counts visits and cannot be forged', async () => {
  const { url } = await startVariant(variantOf('console-log', 'without-log'));
  const first = await getInfo(url);
  expect(first.status).toBe(200);
  expect(first.text).toContain('Hello guest, you have been here 1 times.');
  expect((await getInfo(url, first.cookie)).text).toContain('been here 2 times');
  const forged = first.cookie.replace(/sig=./, 'sig=_');
  expect((await getInfo(url, forged)).text).toContain('been here 1 times');
  expect((await fetch(new URL('/account', url))).status).toBe(401);
});

test('one variant logs every page it serves, the other none; their pages are the same', async () => {
  const [loud, quiet] = await Promise.all(['with-log', 'without-log'].map((name) => startVariant(variantOf('console-log', name))));
  const pages = await Promise.all([loud!, quiet!].map(async ({ url }) => (await getInfo(url)).text.replace(/\d+/g, 'N')));
  expect(pages[0]).toContain('<th>processors</th>');
  expect(pages[0]).toBe(pages[1]);
  await getInfo(loud!.url);
  await getInfo(quiet!.url);
  await expect.poll(() => loud!.output().match(/processors:/g)?.length).toBe(2);
  expect(quiet!.output()).not.toContain('processors');
});
