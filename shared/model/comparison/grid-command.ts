/** What the cells of a grid are made of, and the command that repeats it. */
import { argumentsOf, KEEP_VALUES, loadFlags, targetFlags } from '../setup/command-line.ts';
import type { Setup } from '../setup/setup.ts';
import { joinForShell } from '../setup/shell-variables.ts';
import { quoteForShell } from '../setup/shell-words.ts';
import { subjectArgument } from '../setup/subject.ts';
import type { ComparisonSetup } from './comparison.ts';
import { type Grid, gridPlace } from './grid.ts';

export interface GridAxes {
  /** What is measured, of each topology; the load is that of the first case. */
  readonly topologies: readonly Setup[];
  /** The load, of each case, on the first topology. */
  readonly cases: readonly Setup[];
}

/** Null: a case changes what is measured, a topology how it is loaded, or its cells record something, which only a study can ask for. */
export function gridAxes({ variants }: Pick<ComparisonSetup, 'variants'>, grid: Grid): GridAxes | null {
  if (grid.records) return null;
  const setups = variants.map(({ setup }) => setup);
  const topologies = setups.slice(0, grid.topologies.length);
  const cases = grid.cases.map((_, row) => setups[row * grid.topologies.length]!);
  const isCell = (setup: Setup, index: number): boolean => {
    const { row, column } = gridPlace(grid, index);
    return isSame(setup.target, topologies[column]!.target) && isSame(loadOf(setup), loadOf(cases[row]!));
  };
  return setups.every(isCell) ? { topologies, cases } : null;
}

/** Null where no text of a grid says it. */
export function formatGridCommand({ variants }: Pick<ComparisonSetup, 'variants'>, grid: Grid, keepsValues: boolean): string | null {
  const axes = gridAxes({ variants }, grid);
  if (axes === null) return null;
  const text = [
    'grid: 1',
    'topologies:',
    ...axes.topologies.map((setup, index) => lineOf(grid.topologies[index]!, topologyWords(setup))),
    'cases:',
    ...axes.cases.map((setup, index) => lineOf(grid.cases[index]!, loadFlags(setup))),
    '',
  ].join('\n');
  return joinForShell(['loopscope', 'compare', '--grid', text, ...(keepsValues ? [KEEP_VALUES] : [])]);
}

function topologyWords(setup: Setup): string[] {
  const subject = subjectArgument(setup);
  const args = argumentsOf(setup);
  return [...(subject === null ? [] : [subject]), ...targetFlags(setup), ...(args.length > 0 ? ['--', ...args] : [])];
}

/** A text of JSON is one of YAML, whatever is in it. */
function lineOf(name: string, words: readonly string[]): string {
  return `  ${JSON.stringify(name)}: ${JSON.stringify(words.map(quoteForShell).join(' '))}`;
}

function loadOf({ target: _, capture: __, ...load }: Setup): Omit<Setup, 'target' | 'capture'> {
  return load;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
