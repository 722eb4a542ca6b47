import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { runJson, scratch } from './command.ts';
import { TARGETS_DIR } from './targets.ts';

type Run = Extract<ReportDocument['runs'][number], { readonly load: object }>;

/** Runs the program with functions of known CPU time for some seconds; `truth`: what each used, in ms. */
export async function runPlanted(planted: string, seconds: number): Promise<{ run: Run; truth: Record<string, number> }> {
  const file = join(scratch(), 'truth.json');
  const { report } = await runJson(
    ...[join(TARGETS_DIR, 'planted.cjs'), '-c', '1', '-d', String(seconds)],
    ...['--env', `PLANTED=${planted}`, '--env', `TRUTH=${file}`],
  );
  return { run: report.runs[0]! as Run, truth: JSON.parse(readFileSync(file, 'utf8')) };
}

/** Of these functions together, in percent: the CPU time with what each called, as it was told and as it is. */
export function sharesOf(run: Run, truth: Record<string, number>, names: readonly string[]) {
  const rows = names.map((name) => run.profile!.own.find((row) => row.function === name)?.totalMs ?? 0);
  const [told, known] = [rows.reduce((all, ms) => all + ms, 0), names.reduce((all, name) => all + truth[name]!, 0)];
  return names.map((name, at) => ({ name, told: (100 * rows[at]!) / told, known: (100 * truth[name]!) / known }));
}

/** In points: what is allowed for sampling alone, which is two standard errors, and at least 5. */
export function allowedPoints(samples: number): number {
  return Math.max(5, (2 * 100 * 0.5) / Math.sqrt(Math.max(1, samples)));
}
