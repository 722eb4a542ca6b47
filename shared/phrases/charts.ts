/** What charts over time are called, and what is in them. */
import { showHidden } from '../base/show-hidden.ts';
import type { PhaseBand } from '../charts/plan-lines.ts';
import type { RoundMeasure } from '../charts/round-lines.ts';
import { type ChartUnit, quantityOf, type SeriesChart, type SeriesLine } from '../charts/run-charts.ts';
import { formatCount, formatSignificant } from '../format/figures.ts';
import { ERROR_KINDS, type ProcessRole, type TargetProcess } from '../model/run.ts';
import type { RunChartId } from '../model/run-chart.ts';
import { text } from '../words/words.ts';

export interface ChartWords {
  readonly title: string;
  /** How to read it: what it shows and what to look for. */
  readonly help: string;
}

/** `tool`: another one whose figures are in it. `peer`: of which alone it is. */
export function runChartWords(id: RunChartId, { tool, peer }: Pick<SeriesChart, 'tool' | 'peer'> = {}): ChartWords {
  const help = text(`run.chart.${id}Help`);
  if (peer !== undefined) return { title: text('run.chart.ofPeer', { peer: showHidden(peer) }), help };
  if (tool === undefined) return { title: text(`run.chart.${id}`), help };
  const name = text(`run.external.tool.${tool}`);
  const title = text(`run.chart.${quantityOf({ id, tool })}`);
  return { title: text('run.chart.ofTool', { title, tool: name }), help: text('run.chart.ofToolHelp', { tool: name }) };
}

export function roundChartWords(measure: RoundMeasure): ChartWords {
  const title = text(ROUND_TITLES[measure]);
  return { title, help: text(`compare.time.help.${measure === 'p50' || measure === 'p99' ? 'latency' : measure}`) };
}

const ROUND_TITLES = {
  p50: 'compare.metric.p50',
  p99: 'compare.metric.p99',
  throughput: 'compare.metric.throughput',
  stall: 'run.chart.stall',
  cpuPerRequest: 'compare.metric.cpuMsPerRequest',
  memory: 'compare.metric.rssBytes',
  bytes: 'run.overview.bytes',
} as const satisfies Record<RoundMeasure, string>;

export function unitText(unit: ChartUnit): string {
  return text(`run.unit.${unit}`);
}

const NAMED = [
  ...(['p50', 'p90', 'p99', 'max', 'serviceP50', 'serviceP99', 'latenessP99'] as const),
  ...(['completed', 'unexpected', 'failed', 'offered', 'dropped', 'requests', 'expected', 'waiting'] as const),
  ...(['users', 'oddPhases', 'evenPhases', 'foreign', 'steal', 'generator'] as const),
  ...(['inProgress', 'inLine', 'limit', 'otherPeers'] as const),
] as const;

/** Null: it is a line of a process. */
export function lineName({ key, part, peer }: SeriesLine): string | null {
  if (peer !== undefined) return showHidden(peer);
  if (part !== undefined) return text('run.chart.part', { name: part.name, worker: part.isWorker ? 'yes' : 'no', count: part.count });
  const name = NAMED.find((one) => one === key);
  if (name !== undefined) return text(`run.chart.${name}`);
  return ERROR_KINDS.find((kind) => kind === key) ?? null;
}

/** The same in a narrow place: of a peer the protocol, if it has that alone among these, else the address. */
export function shortLineName(line: SeriesLine, lines: readonly SeriesLine[]): string | null {
  if (line.peer === undefined) return null;
  const [protocol, address] = protocolAndAddress(line.peer);
  const isAlone = lines.every(({ peer }) => peer === undefined || peer === line.peer || protocolAndAddress(peer)[0] !== protocol);
  return showHidden(isAlone || address === '' ? protocol : address);
}

function protocolAndAddress(peer: string): [protocol: string, address: string] {
  const [protocol = '', ...address] = peer.split('://');
  return [protocol, address.join('://')];
}

/** What a phase or a level asks for, and the same in a narrow place. */
export function bandName(band: PhaseBand): { readonly full: string; readonly short: string } {
  const { full, short } = nameOfBand(band);
  return band.again ? { full: text('run.phases.again', { name: full }), short } : { full, short };
}

function nameOfBand(band: PhaseBand): { readonly full: string; readonly short: string } {
  if ('connections' in band) {
    const short = formatCount(band.connections);
    return { full: text('run.phases.connections', { count: band.connections }), short };
  }
  const [from, to] = band.rate;
  if (from === 0 && to === 0) return { full: text('run.phases.pause'), short: text('run.phases.pause') };
  const short = from === to ? formatVisitors(from) : text('run.phases.ramp', { from: formatVisitors(from), to: formatVisitors(to) });
  return { full: text('run.phases.rate', { rate: short }), short };
}

/** A rate that a load asks for, visitors a second. */
export function formatVisitors(perSecond: number): string {
  return Number.isInteger(perSecond) ? formatCount(perSecond) : formatSignificant(perSecond);
}

/** What a process is: "cluster worker", or of a group "nginx (child)". */
export function roleText(role: ProcessRole, member: string | undefined): string {
  const name = text('run.server.roleName', { role: role === 'cluster worker' ? 'worker' : role });
  return member === undefined ? name : text('run.server.memberRole', { member, role: name });
}

/** "main 4242", "worker 4243", of a group "nginx 4244"; what is not known is something the script started. */
export function processName(process: Pick<TargetProcess, 'role' | 'member'> | undefined, pid: number | string): string {
  const { role, member } = process ?? {};
  if (member !== undefined) return text('run.chart.memberProcess', { member, pid: String(pid) });
  return text('run.chart.process', {
    role: role === 'main' ? 'main' : role === 'cluster worker' ? 'worker' : 'child',
    pid: String(pid),
  });
}
