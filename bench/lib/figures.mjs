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

/** Medians, and for each candidate the median of the ratios to `base` of the same round. */
export function printRatios(title, unit, figures, base) {
  console.log(`\n${title}\n`);
  console.log(`| | median ${unit} | each round | ratio to ${base} (median of rounds) |\n|---|--:|---|--:|`);
  for (const [name, values] of Object.entries(figures)) {
    const ratio = median(values.map((value, round) => value / figures[base][round]));
    console.log(`| ${name} | ${format(median(values))} | ${values.map(format).join(' ')} | ${ratio.toFixed(3)} |`);
  }
}

const format = (value) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
