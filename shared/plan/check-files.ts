/** Whether the files that a plan names have what it takes from them. */
import type { Plan, PlanValue } from '../model/load/plan.ts';
import { canBeSent } from '../model/setup/header-rules.ts';
import { say } from '../words/said.ts';
import type { Csv } from './csv.ts';
import type { PlanProblem } from './problem.ts';
import { usageOf } from './program.ts';
import { quote } from './quote.ts';
import { isPathValue } from './request-target.ts';

/** The names of the files, each once: tables of values, and bodies. */
export function filesOf({ values, requests }: Plan): { readonly tables: readonly string[]; readonly bodies: readonly string[] } {
  const tables = values.flatMap(({ source }) => (source.kind === 'file' ? [source.file] : []));
  const bodies = requests.flatMap(({ body }) => (body.kind === 'file' ? [body.file] : []));
  return { tables: [...new Set(tables)], bodies: [...new Set(bodies)] };
}

/** Of a value that comes from a table. */
export function checkTable(plan: Plan, { name, source }: PlanValue, table: Csv): PlanProblem | null {
  if (source.kind !== 'file') return null;
  const column = table.columns.indexOf(source.column);
  const file = quote(source.file);
  if (column < 0) {
    const columns = { list: table.columns.slice(0, 20).map(quote), by: 'comma' } as const;
    return {
      says: say('plan.csvNoColumn', { name: file, column: quote(source.column), columns }),
      path: ['values', name, 'column'],
      at: null,
    };
  }
  const { inHeader, asPath } = usageOf(name, plan);
  const isGood = (value: string): boolean => (!inHeader || canBeSent({ name, value })) && (!asPath || isPathValue(value));
  if (table.rows.every((row) => isGood(row[column]!))) return null;
  return { says: say('plan.csvCannotBeSent', { name: file, column: quote(source.column) }), path: ['values', name], at: null };
}
