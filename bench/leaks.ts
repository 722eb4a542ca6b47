// Leaks: servers that keep memory with each request, or do not, and what `loopscope leak` says of each. Ctrl-C ends it with what is known.
//
//   node --import tsx bench/leaks.ts [--node 20,22] [--only map --only nothing]
import { parseArgs } from 'node:util';
import { formatBytes } from '../shared/format/figures.ts';
import { PLANTED } from '../test/helpers/planted-servers.ts';
import { ensureNode, ownMajor } from '../test/setup/nodes.mjs';
import { faultsOf, namesHolder, searchServer, type ToldLeak } from './lib/leaks.ts';

const { values } = parseArgs({
  options: { node: { type: 'string', default: String(ownMajor) }, only: { type: 'string', multiple: true } },
});
const kinds = values.only ?? Object.keys(PLANTED);
const counts = { runs: 0, leak: 0, 'no leak': 0, 'cannot tell': 0, failed: 0, wrong: 0, named: 0, held: 0 };
const ends = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ends.abort());

const row = (...cells: readonly string[]): void =>
  console.log(
    cells
      .map((cell, i) => cell.padEnd([3, 26, 22, 12, 32, 9, 8][i] ?? 0))
      .join(' ')
      .trimEnd(),
  );

function tellBytes({ leak }: ToldLeak): string {
  if (leak?.bytesPerRequest == null || leak.ci === null) return '';
  return `${formatBytes(leak.bytesPerRequest)} (${leak.ci.map(formatBytes).join(' to ')})`;
}

async function search(major: number, node: string, kind: string): Promise<void> {
  const server = PLANTED[kind];
  if (server === undefined) throw new Error(`There is no server "${kind}": ${Object.keys(PLANTED).join(', ')}`);
  const told = await searchServer(server, node, ends.signal);
  if (ends.signal.aborted) return;
  const [faults, isNamed, word] = [faultsOf(server, told), namesHolder(server, told), told.leak?.verdict ?? null];
  counts.runs += 1;
  counts[word ?? 'failed'] += 1;
  if (faults.length > 0) counts.wrong += 1;
  if (isNamed !== null) counts.held += 1;
  if (isNamed === true) counts.named += 1;
  const holder = isNamed === null ? '' : (/kept alive by (.*?)\. Judged over /.exec(told.first)?.[1] ?? '-');
  row(
    ...[String(major), kind, server.verdicts.join(', '), word ?? 'failed', tellBytes(told)],
    ...[String(told.leak?.requests ?? ''), told.seconds.toFixed(0), `${isNamed === false ? 'NOT THE HOLDER: ' : ''}${holder}`],
  );
  for (const fault of faults) console.log(`    WRONG: ${fault}`);
  if (word === 'cannot tell') console.log(`    ${told.first}`);
}

row('', 'server', 'expected', 'verdict', 'kept by a request', 'requests', 'seconds', 'kept alive by');
for (const major of values.node.split(',').map(Number)) {
  const node = ensureNode(major);
  if (node === null) throw new Error(`Node ${major} is neither here nor to be had.`);
  for (const kind of kinds) if (!ends.signal.aborted) await search(major, node, kind);
}
const { runs, leak, 'no leak': no, 'cannot tell': unknown, failed, wrong, named, held } = counts;
console.log(
  `${runs} runs: ${leak} leak, ${no} no leak, ${unknown} cannot tell, ${failed} failed; ${wrong} wrong; ${named} of ${held} holders named`,
);
process.exit(wrong > 0 ? 1 : 0);
