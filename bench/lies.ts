// Lies: servers that hang, slow down, reset, crash, restart, sleep in threads and share pools at random moments, each under a load drawn at
// random; what the command says of each, against the server's own log.
//
//   node --import tsx bench/lies.ts [--seeds 200] [--first 1] [--comparisons 4]
import { parseArgs } from 'node:util';
import { drawLies, falselyFaster, faultsOf, tell } from './lib/lies.ts';

const string = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({ options: { seeds: string('200'), first: string('1'), comparisons: string('4') } });
const first = Number(values.first);
let wrong = 0;
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const server = drawLies(seed);
  const limit = seed % 2 === 0;
  const { told, truth } = await tell(server, limit);
  const faults = faultsOf(server, told, truth, limit);
  if (faults.length > 0) wrong++;
  const share = `${truth.unansweredPercent.toFixed(1)} % of ${truth.taken}`;
  console.log(`${seed} ${server.kind} | ${server.load.join(' ')} | ${share} | exit ${told.exitCode} | ${told.first}`);
  for (const fault of faults) console.log(`    WRONG: ${fault}    ${JSON.stringify(server.lies)}`);
}
for (let seed = first; seed < first + Number(values.comparisons); seed++) {
  const faster = await falselyFaster(seed);
  if (faster.length > 0) wrong++;
  console.log(`comparison ${seed}: ${faster.length === 0 ? 'no latency is called faster' : `WRONG: ${faster.join(', ')}`}`);
}
console.log(`${values.seeds} servers and ${values.comparisons} comparisons, ${wrong} told wrongly`);
process.exit(wrong === 0 ? 0 : 1);
