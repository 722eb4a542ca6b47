/** A plan of two requests, typed and changed in the window, against a server that answers the second only with what the first gave. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { requestPlan as words } from '../../shared/words/en/request-plan.ts';
import * as ui from '../helpers/interface.ts';
import { setupProductPages } from '../helpers/product-pages.ts';

const { setup } = ui.words;
const openProduct = setupProductPages();

const SHOP = `import { createServer } from 'node:http';
const counts = {};
const server = createServer((request, response) => {
  const isKnown = request.url === '/login' || request.headers.authorization === 'Bearer t-17';
  response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ token: 't-17' }));
  const key = request.method + ' ' + request.url + ' ' + response.statusCode;
  counts[key] = (counts[key] ?? 0) + 1;
  if (Object.values(counts).reduce((sum, one) => sum + one, 0) === 40) console.log('served ' + JSON.stringify(counts));
});
server.listen(0);
`;

const PLAN = `plan: 1
sequence:
  - name: login # first
    url: /login
    body: { form: { user: ana } }
    capture: { token: { json: $.token } }
  - url: /never
    headers: { authorization: "Bearer {{token}}" }
`;

test('a login and what needs it are requested in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-e2e-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'shop.mjs');
  writeFileSync(script, SHOP);
  const page = await openProduct();
  // One user alone ends after whole passes.
  await ui.fillSetup(page, { script, connections: 1, measure: { requests: 40 } });
  await page.getByRole('radio', { name: words.several, exact: true }).click();
  const view = (name: string) => page.getByRole('radiogroup', { name: words.view }).getByRole('radio', { name, exact: true });
  await view(words.text).click();
  await page.getByLabel(words.textLabel, { exact: true }).fill(PLAN);
  await view(words.form).click();
  await page.getByLabel(`${words.url}, request 2`, { exact: true }).fill('/cart');
  await ui.main(page).getByText('each user goes through 2 requests').waitFor();
  await ui.button(page, setup.run).click();
  await ui.untilSaved(page);
  const output = await ui.showTab(page, 'output');
  await output.getByText('served {"POST /login 200":20,"GET /cart 200":20}').waitFor();
  const overview = await ui.showTab(page, 'overview');
  for (const name of ['login', 'GET /cart']) await overview.getByRole('row', { name: new RegExp(`^${name} 20 `) }).waitFor();
});
