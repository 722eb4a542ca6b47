/** Servers that keep memory with each request or do not, what `loopscope leak` says of each, and what is wrong with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '../../shared/base/units.ts';
import type { LeakDocument } from '../../shared/report/leak-document.ts';
import type { ReportDocument } from '../../shared/report/report-document.ts';
import { type PlantedServer, programOf, writeServer } from '../../test/helpers/planted-servers.ts';
import { runCommand } from './run-command.ts';

export interface ToldLeak {
  readonly exitCode: number;
  /** Null: it said that it could not be done. */
  readonly leak: LeakDocument | null;
  /** The first sentence, or the failure. */
  readonly first: string;
  readonly seconds: number;
}

/** Long enough for the servers whose table has no other flag: they forget nothing by time. */
const REST = ['--rest', '5'];

/** `node`: that the server runs under. */
export async function searchServer(server: PlantedServer, node: string, signal?: AbortSignal): Promise<ToldLeak> {
  const folder = mkdtempSync(join(tmpdir(), 'leaks-'));
  try {
    const script = writeServer(folder, programOf(server));
    const flags = ['--node', node, ...REST, ...(server.flags ?? []), '--json', '--wait', '-o', join(folder, 's.loopscope')];
    const from = performance.now();
    const { exitCode, stdout, stderr } = await runCommand(['leak', script, ...flags], { signal });
    const document = stdout === '' ? null : (JSON.parse(stdout) as ReportDocument);
    return {
      exitCode,
      leak: document?.leak ?? null,
      first: document?.answer[0]?.text ?? stderr.trim(),
      seconds: (performance.now() - from) / 1e3,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of each request that code, tables that double and pages of a healthy server may add to what is planted. */
const OWN_GROWTH: Bytes = 8;
const CODES = { 'no leak': 0, leak: 3, 'cannot tell': 4 } as const;

/** What is wrong with what was told, in words; empty: nothing. */
export function faultsOf(
  { verdicts, counter, keeps, inThread = false }: PlantedServer,
  { exitCode, leak, first }: ToldLeak,
): readonly string[] {
  const word = leak?.verdict ?? null;
  if (leak === null || word === null || !verdicts.includes(word))
    return [`${word ?? 'nothing'} in place of ${verdicts.join(' or ')}: ${first}`];
  const faults: string[] = [];
  if (exitCode !== CODES[word]) faults.push(`exit code ${exitCode} in place of ${CODES[word]}`);
  if (word !== 'leak') return faults;
  if (leak.counter !== counter) faults.push(`of ${leak.counter} in place of ${counter}`);
  if (leak.thread! > 0 !== inThread) faults.push(`of thread ${leak.thread}`);
  if (keeps !== undefined) {
    const [low, high] = leak.ci ?? [Number.NaN, Number.NaN];
    const [planted, most] = keeps;
    // The interval reaches what is planted from one side or the other.
    if (!(high >= planted && low <= most + OWN_GROWTH)) faults.push(`${low} to ${high} B in place of ${planted} to ${most}`);
  }
  return faults;
}

/** Who keeps what grew is named in the first sentence, with the line of the variable. Null: it is not asked for. */
export function namesHolder({ heldBy, line }: PlantedServer, { leak, first }: ToldLeak): boolean | null {
  if (leak?.verdict !== 'leak' || heldBy === undefined) return null;
  return first.includes(`kept alive by ${heldBy}${line === null ? '' : ` in `}`) && (line === null || first.includes(`/leak.cjs:${line}.`));
}
