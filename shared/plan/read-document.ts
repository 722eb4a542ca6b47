/** What the texts of plans, groups and grids have in common: YAML, read into a tree of parts, with the place of each problem. */
import { type Part, PlanReader } from './plan-reader.ts';
import type { PlanProblem } from './problem.ts';
import { type ParsedYaml, parseYaml, type Tree } from './yaml.ts';

export type ReadDocument<T> =
  | { readonly ok: true; readonly value: T; readonly tree: Tree }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Editors of some systems begin a file with a byte order mark. */
export function parseDocument(text: string): ParsedYaml {
  return parseYaml(text.replace(/^\ufeff/, ''));
}

/** `readTree` notes in the reader what is wrong with the whole; its value counts if it notes nothing. */
export function readDocument<T>(text: string, readTree: (reader: PlanReader, whole: Part) => T): ReadDocument<T> {
  const parsed = parseDocument(text);
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map((problem) => ({ ...problem, path: [] })) };
  const { tree } = parsed;
  const reader = new PlanReader();
  const value = readTree(reader, { tree, path: [] });
  return reader.problems.length > 0 ? { ok: false, problems: reader.problems } : { ok: true, value, tree };
}
