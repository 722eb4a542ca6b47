/** What was measured, and where. */
import { formatBytes } from '../../format/figures.ts';
import { shortName } from '../../format/place.ts';
import type { Environment, RunReport } from '../../model/report.ts';
import { generatorText, requestedOf } from '../../phrases/load-plan.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { factColumns } from './columns.ts';
import { ON_PAGES, type RunTable } from './run-table.ts';

function environmentTable(run: RunReport, environment: Environment | null): ReportTable {
  const { target } = run;
  const exit = target.exit;
  const rows: [string, string][] = [
    [text('run.overview.script'), target.script],
    [text('setup.field.args.label'), target.args.join(' ')],
    [text('setup.field.nodeArgs.label'), (target.nodeArgs ?? []).join(' ')],
    [text('run.overview.url'), requestedOf(run)],
    // The client of a load command is the command.
    [text('run.overview.client'), run.byCommand === undefined ? text(`setup.client.${run.load.client}`) : ''],
    [text('run.overview.node'), target.node],
    [text('run.overview.nodePath'), target.nodePath],
    [text('run.overview.cwd'), target.cwd],
    [
      text('run.overview.exit'),
      exit === null
        ? ''
        : exit.signal === null
          ? text('run.overview.exitCode', { code: String(exit.code) })
          : text('run.overview.exitSignal', { signal: exit.signal }),
    ],
    [text('run.overview.generator'), generatorText(run)],
    ...machineRows(environment),
  ];
  return {
    caption: text('run.overview.environment'),
    facts: true,
    columns: factColumns(),
    rows: rows.filter(([, value]) => value !== '').map(([name, value]) => [name, shortName(value)]),
  };
}

export function machineRows(environment: Environment | null): [string, string][] {
  if (environment === null) return [];
  const { cpu, cores, memoryBytes, os, arch, engineNode, loopscope } = environment;
  return [
    [text('run.overview.machine'), text('run.overview.machineValue', { cpu, cores, memory: formatBytes(memoryBytes) })],
    [text('run.overview.system'), text('run.overview.systemValue', { os, arch })],
    [text('run.overview.engineNode'), engineNode],
    [text('run.overview.loopscope'), loopscope],
  ];
}

export const ENVIRONMENT: RunTable = {
  id: 'environment',
  section: 'environment',
  of: (run, { environment = null }) => environmentTable(run, environment),
  on: ON_PAGES,
};
