// Shared by all benchmarks: several rounds, medians, ratios.
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Value of `--name` on the command line, as a number. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

/**
 * Measures every candidate once per round, in a rotating order, so that drift of the machine affects all equally.
 * `candidates`: name -> async function that returns a number. Returns name -> numbers, one per round.
 */
export async function interleave(candidates, rounds, onFigure = () => {}) {
  const names = Object.keys(candidates);
  const figures = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      figures[name].push(await candidates[name]());
      onFigure(name, figures[name].at(-1), round);
    }
  }
  return figures;
}

/** 95 % and a little more, of the median of what they are drawn from, whatever its distribution: between two of the values, by the binomial. Null: too few. */
export function medianInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  // The chance that at most k of n are below the median.
  let below = 0;
  let term = 0.5 ** n;
  let k = -1;
  while (below + term <= 0.025) {
    below += term;
    k += 1;
    term *= (n - k) / (k + 1);
  }
  return k < 0 ? null : [sorted[k], sorted[n - 1 - k]];
}

/** Medians, and for each candidate the median of the ratios to `base` of the same round, with its interval. */
export function printRatios(title, unit, figures, base) {
  console.log(`\n${title}\n`);
  console.log(`| | median ${unit} | each round | ratio to ${base} (median of rounds) | 95 % interval |\n|---|--:|---|--:|---|`);
  for (const [name, values] of Object.entries(figures)) {
    const ratios = values.map((value, round) => value / figures[base][round]);
    const interval =
      medianInterval(ratios)
        ?.map((end) => end.toFixed(3))
        .join(' to ') ?? 'needs 6 rounds';
    console.log(`| ${name} | ${format(median(values))} | ${values.map(format).join(' ')} | ${median(ratios).toFixed(3)} | ${interval} |`);
  }
}

const format = (value) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
