// Verdict: how long a verdict takes and how often it is wrong, for a server that really takes 10 % longer and for an identical one;
// compared with the manual way: A for 20 s, then B for 20 s, the bigger number wins.
//
// Runs of all three servers are recorded once, in turn; both protocols are then drawn from them many times. The 20 s of the manual
// protocol are composed of consecutive runs of fresh processes, which favours it: a single process may differ as a whole.
//
//   node --import tsx bench/verdict.ts [--rounds 40] [--seconds 2] [--draws 500]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Engine } from '../electron/engine/api/engine.ts';
import { countedPasses, metricOf } from '../shared/analysis/verdicts/metrics.ts';
import { computeVerdicts } from '../shared/analysis/verdicts/verdict.ts';
import { makeRandom, type Random, shuffle } from '../shared/base/statistics/random.ts';
import { median } from '../shared/base/statistics/statistics.ts';
import { wordFailure } from '../shared/format/word-said.ts';
import { DEFAULT_EQUIVALENCE_PERCENT, type VerdictWord } from '../shared/model/comparison/comparison.ts';
import type { Metric } from '../shared/model/comparison/metrics.ts';
import type { Pass } from '../shared/model/comparison/pass.ts';
import { DEFAULT_SETUP, type Setup } from '../shared/model/setup/setup.ts';
import { scriptOf } from '../test/helpers/script-target.ts';

const string = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({ options: { rounds: string('40'), seconds: string('2'), draws: string('500') } });
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const draws = Number(values.draws);
const PAIRS = [10, 20];
const HAND_SECONDS = 20;
const WARMUP_SECONDS = 0.5;
const SEED = 20;
/** The metrics of the tables. */
const QUESTION: Metric = 'throughput';

/** Indices of the variants; each B is compared with A. */
const A = 0;
const TRUTHS = [
  { title: 'B takes 10 % longer', variant: 1, isDifferent: true },
  { title: 'B is the same as A', variant: 2, isDifferent: false },
] as const;
type Truth = (typeof TRUTHS)[number];

function setup(extraPercent: number): Setup {
  return {
    ...DEFAULT_SETUP,
    target: {
      ...scriptOf(DEFAULT_SETUP),
      script: fileURLToPath(new URL('lib/steady-server.mjs', import.meta.url)),
      env: [{ name: 'EXTRA_PERCENT', value: String(extraPercent) }],
      portTimeoutS: 20,
    },
    load: { ...DEFAULT_SETUP.load, connections: 4, end: { by: 'duration', seconds }, warmupS: WARMUP_SECONDS },
    capture: { kind: 'none' },
  };
}

/** All runs, and the duration of one from start to end, in seconds. */
async function record(): Promise<{ passes: readonly Pass[]; runSeconds: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const engine = new Engine({ dataDir, host: 'browser' });
  try {
    const variants = [0, 10, 0].map((extra, index) => ({ title: `${index}`, setup: setup(extra) }));
    const comparison = {
      variants,
      pairs: rounds,
      question: QUESTION,
      profiled: false,
      seed: SEED,
      equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT,
    };
    const began = performance.now();
    const started = await engine.handle('compare.start', { comparison, name: null });
    if (!started.ok) throw new Error(wordFailure(started.failure).message);
    const { sessionId } = started.value;
    const { failure } = await engine.sessions.finished(sessionId);
    if (failure) throw new Error(wordFailure(failure).message);
    const runSeconds = (performance.now() - began) / 1e3 / (rounds * variants.length);
    return { passes: countedPasses(engine.sessions.comparison(sessionId).open.passes), runSeconds };
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Which verdicts are errors when the truth is known. "cannot tell" is not one. */
function isWrong(word: VerdictWord, metric: Metric, isDifferent: boolean): boolean {
  if (word === 'cannot tell' || metric === 'rssBytes') return false;
  if (!isDifferent) return word !== 'equivalent';
  return word !== 'slower' && word !== 'higher';
}

interface Tally {
  readonly told: number;
  readonly wrong: number;
  readonly seconds: number;
}

function ours(passes: readonly Pass[], { variant, isDifferent }: Truth, pairs: number, runSeconds: number, random: Random): Tally {
  const all = Array.from({ length: rounds }, (_, round) => round);
  let told = 0;
  let wrong = 0;
  for (let draw = 0; draw < draws; draw++) {
    const chosen = shuffle(all, random).slice(0, pairs);
    const drawn = passes.flatMap((pass) => {
      const round = chosen.indexOf(pass.round);
      return round < 0 ? [] : [{ ...pass, round }];
    });
    const rules = { pairs, question: QUESTION, equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT, seed: draw };
    const verdicts = computeVerdicts(drawn, rules, A, variant);
    const word = verdicts.find(({ metric }) => metric === QUESTION)!.verdict;
    if (word === (isDifferent ? 'slower' : 'equivalent')) told += 1;
    if (verdicts.some((one) => isWrong(one.verdict, one.metric, isDifferent))) wrong += 1;
  }
  return { told: told / draws, wrong: wrong / draws, seconds: pairs * 2 * runSeconds };
}

/** Consecutive runs of A for 20 s, then the next ones of B: the bigger number always wins. */
function byHand(passes: readonly Pass[], { variant, isDifferent }: Truth, runSeconds: number, random: Random): Tally {
  const runs = Math.max(1, Math.round(HAND_SECONDS / seconds));
  const blockOf = (side: number, from: number): number =>
    passes
      .filter((pass) => pass.variant === side && pass.round >= from && pass.round < from + runs)
      .reduce((sum, { report }) => sum + metricOf(report!, 'throughput')!, 0);
  let slower = 0;
  for (let draw = 0; draw < draws; draw++) {
    const from = Math.floor(random() * (rounds - 2 * runs + 1));
    if (blockOf(variant, from + runs) < blockOf(A, from)) slower += 1;
  }
  const told = isDifferent ? slower / draws : 0;
  return { told, wrong: 1 - told, seconds: 2 * (HAND_SECONDS + runSeconds - seconds) };
}

function printTruth(passes: readonly Pass[], truth: Truth, runSeconds: number): void {
  const random = makeRandom(SEED);
  const figure = (side: number): number =>
    median(passes.filter((pass) => pass.variant === side).map(({ report }) => metricOf(report!, 'throughput')!));
  const differs = 100 * (figure(truth.variant) / figure(A) - 1);
  console.log(`\n${truth.title} (medians of all runs: throughput ${differs.toFixed(1)} %)\n`);
  console.log('| protocol | time | told what is so | told something wrong |\n|---|--:|--:|--:|');
  const row = (name: string, { told, wrong, seconds: took }: Tally): void =>
    console.log(`| ${name} | ${took.toFixed(0)} s | ${(100 * told).toFixed(1)} % | ${(100 * wrong).toFixed(1)} % |`);
  row(`by hand: A ${HAND_SECONDS} s, then B ${HAND_SECONDS} s`, byHand(passes, truth, runSeconds, random));
  for (const pairs of PAIRS) row(`${pairs} pairs of ${seconds} s, interleaved`, ours(passes, truth, pairs, runSeconds, random));
}

const { passes, runSeconds } = await record();
console.log(
  `\nVerdict: ${passes.length} runs of ${seconds} s in turn (${runSeconds.toFixed(1)} s each with start and end), ${draws} draws of each protocol`,
);
for (const truth of TRUTHS) printTruth(passes, truth, runSeconds);
