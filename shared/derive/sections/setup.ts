/** What was run, and how it ended. */
import type { Milliseconds } from '../../base/units.ts';
import type { Plan } from '../../model/load/plan.ts';
import type { RunReport } from '../../model/report.ts';
import { argumentsOf } from '../../model/setup/command-line.ts';
import { findSetting, type PlacedSetting, readSetting } from '../../model/setup/settings-list.ts';
import { DEFAULT_SETUP, keepsConnections, pipeliningOf, type Setup, workersOf } from '../../model/setup/setup.ts';
import { subjectOf } from '../../model/setup/subject.ts';
import { planOf } from '../../plan/plan-of.ts';
import type { RunRecording } from '../../session/recording.ts';
import { type Section, US_PER_MS } from './section.ts';

export const SETUP: Section<'setup', 'variant' | 'excluded' | 'target' | 'load' | 'ending' | 'window'> = {
  id: 'setup',
  entries: ['header', 'name', 'resolved', 'process', 'exit', 'state', 'end'],
  derive: ({ recording, window, fromUs, toUs }) => ({
    variant: 'A',
    excluded: null,
    target: targetOf(recording),
    load: loadOf(recording.header?.setup ?? DEFAULT_SETUP, (toUs - fromUs) / US_PER_MS),
    ending: recording.ending ?? recording.state,
    window,
  }),
};

function loadOf(setup: Setup, durationMs: Milliseconds): RunReport['load'] {
  const {
    load,
    requests: [request],
    client,
  } = setup;
  const plan = planFigures(planOf(setup));
  const how = { keepAlive: keepsConnections(client), pipelining: pipeliningOf(client), workers: workersOf(client) };
  return { ...load, ...request, ...plan, client: client.kind, ...how, durationMs };
}

function planFigures(plan: Plan | null): Pick<RunReport['load'], 'plan'> {
  if (plan === null) return {};
  const requests = plan.requests.map(({ name, method, url, weight }) => ({ name, method, url, weight }));
  const hasPauses = plan.requests.some(({ thinkS: [, most] }) => most > 0);
  return { plan: { order: plan.order, requests, ...(hasPauses && { hasPauses }) } };
}

const SCRIPT = findSetting('target.script')!;
const NODE_ARGS = findSetting('target.nodeArgs')!;
const FOLDER = findSetting('target.cwd')!;

function targetOf(recording: RunRecording): RunReport['target'] {
  const { header, resolved, processes, exit } = recording;
  const setup = header?.setup;
  const nodeArgs = (setup && readSetting(setup, NODE_ARGS)) as readonly string[] | undefined;
  return {
    subject: setup ? subjectOf(setup) : recording.name,
    script: setup ? textOf(setup, SCRIPT) : recording.name,
    args: setup ? argumentsOf(setup) : [],
    ...(nodeArgs === undefined || nodeArgs.length === 0 ? {} : { nodeArgs }),
    cwd: setup ? textOf(setup, FOLDER) : '',
    node: resolved?.node ?? '',
    nodePath: resolved?.nodePath ?? '',
    url: resolved?.url ?? '',
    ...(resolved?.nginx === undefined ? {} : { nginx: resolved.nginx }),
    processes: processes.length,
    exit,
    agent: resolved?.agent ?? false,
  };
}

/** Empty: not set, or this kind of target has no such setting. */
function textOf(setup: Setup, place: PlacedSetting): string {
  return (readSetting(setup, place) as string | null | undefined) ?? '';
}
