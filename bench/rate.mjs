// Rate: the highest one that each load generator holds on the same server, and the CPU time it takes. Held: as many came as were to come, none was
// dropped, and 99 % of them came within 5 ms of an even schedule, as the server sees it. Each step of the ladder is taken by all generators,
// in rotating order, until one of them has failed at it. Aim 20,000/s, a quarter of k6's CPU time and a thirtieth of Artillery's.
//
//   node bench/rate.mjs [--seconds 10] [--from 1000] [--to 40000] [--fetch]      --fetch gets k6 and Artillery into .cache/bench
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathTo, withServer } from './lib/commands.mjs';
import { option } from './lib/figures.mjs';
import { findGenerators } from './lib/generators.mjs';

const SERVER = pathTo('bench/lib/arrivals-server.mjs');
const LADDER = [200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000];
const MOST_LATE_MS = 5;
/** Once more, as another program may have had the core: who fails both times does not hold it. */
const ATTEMPTS = 2;
const WARM_UP = 5_000;
const AT_ONCE = 50;
const seconds = option('seconds', 10);
const ladder = LADDER.filter((rate) => rate >= option('from', 1_000) && rate <= option('to', 40_000));

const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
const generators = findGenerators();
const results = Object.fromEntries(Object.keys(generators).map((name) => [name, []]));

/** A server that is still being compiled in its first tenths of a second would decide what is late in a hundredth of the requests. */
async function warm(url, rate) {
  for (let sent = 0; sent < WARM_UP; sent += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, async () => (await fetch(url)).arrayBuffer()));
  // From here on it counts.
  await told(url, rate);
}

/** How many requests have come since this was last asked, and how late. */
const told = async (url, rate) => (await fetch(`${url}told?rate=${rate}`)).json();

async function attempt(name, rate) {
  const taken = await withServer(SERVER, async (url) => {
    await warm(url, rate);
    const figures = await generators[name]({ url, rate, seconds, folder });
    const { count, p99 } = await told(url, rate);
    return { ...figures, rate, count, late: p99, per100k: (figures.cpu / figures.sent) * 1e5 };
  });
  const complete = taken.dropped === 0 && taken.count >= rate * seconds * 0.999;
  const held = complete && taken.late <= MOST_LATE_MS;
  const own = taken.own === undefined ? '' : `, ${taken.own.toFixed(1)} ms by its own account`;
  console.error(
    `${name} at ${rate}/s: ${taken.count} came, ${taken.dropped} dropped, p99 ${taken.late?.toFixed(1)} ms late${own}, ${taken.per100k.toFixed(2)} s of CPU for 100,000: ${held ? 'held' : 'not held'}`,
  );
  return { ...taken, complete, held };
}

try {
  let standing = Object.keys(generators);
  for (const [step, rate] of ladder.entries()) {
    const turn = standing.map((_, at) => standing[(at + step) % standing.length]);
    const stands = new Set();
    for (const name of turn) {
      for (let nth = 0; nth < ATTEMPTS && !stands.has(name); nth++) {
        const taken = await attempt(name, rate);
        results[name].push(taken);
        if (taken.held) stands.add(name);
      }
    }
    standing = standing.filter((name) => stands.has(name));
    if (standing.length === 0) break;
  }
  // At the highest rate at which all of them sent everything, however late, so that what each costs to start weighs the same.
  const bestOf = (name) => results[name].findLast(({ held }) => held) ?? null;
  const common = Math.min(...Object.values(results).map((all) => all.findLast(({ complete }) => complete)?.rate ?? 0));
  const cpuAt = (name, rate) => results[name].find((one) => one.complete && one.rate === rate)?.per100k;
  const ours = cpuAt('Loopscope', common);
  console.log(`\nRate: ${seconds} s at each step, held with p99 at most ${MOST_LATE_MS} ms late and none dropped\n`);
  console.log(`| | highest rate held | p99 late, ms | CPU s per 100,000 there | CPU s per 100,000 at ${common}/s | over Loopscope |`);
  console.log('|---|--:|--:|--:|--:|--:|');
  for (const name of Object.keys(generators)) {
    const best = bestOf(name);
    const shown = (value, digits) => (value === undefined || value === null ? 'none' : value.toFixed(digits));
    const cpu = cpuAt(name, common);
    const ratio = cpu === undefined || ours === undefined ? null : cpu / ours;
    console.log(
      `| ${name} | ${best?.rate ?? 'none'} | ${shown(best?.late, 1)} | ${shown(best?.per100k, 2)} | ${shown(cpu, 2)} | ${shown(ratio, 1)} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
