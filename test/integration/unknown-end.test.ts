/** A server that hangs under a load command: the command does not say so, and the server's side of it is told. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { loopscope, scratch } from '../helpers/command.ts';

const SERVER = `let n = 0; require('node:http').createServer((q, r) => { if (++n <= 100) r.end('ok'); }).listen(0);`;
/** Prints nothing that can be read, and goes on for 2 s after the last response. */
const LOAD = `const { get } = require('node:http');
const next = () => {
  const given = setTimeout(() => process.exit(0), 2_000);
  get(process.argv[2], (response) => response.resume().on('end', () => { clearTimeout(given); next(); }));
};
next();`;

test('that it is not known whether requests got no response is said, and that the server ended none at the end', async () => {
  const [server, load] = [join(scratch(), 'server.cjs'), join(scratch(), 'load.cjs')];
  writeFileSync(server, SERVER);
  writeFileSync(load, LOAD);
  const command = `${process.execPath} ${load} {url}`;
  const { code, stdout, stderr } = await loopscope(
    'run',
    server,
    '--load-command',
    command,
    '-d',
    '30',
    '--by-request',
    '--wait',
    '--json',
  );
  expect(code, stderr).toBe(0);
  const { runs, answer } = JSON.parse(stdout) as ReportDocument;
  const [run] = runs;
  const told = JSON.stringify(run!.warnings);
  expect(told).toContain('Whether requests stayed without a response is not known: the load command does not say.');
  expect(told).toMatch(/As seen from the server, no response ended in the last [\d.]+\u00a0s of the load; whether requests were waiting/);
  expect(answer[0]).toMatchObject({ code: 'served-until', text: expect.stringMatching(/^As seen from the server, no response ended/) });
});
