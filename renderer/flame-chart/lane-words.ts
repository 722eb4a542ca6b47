/** The words in the lanes of requests and of what they waited for. */
import type { Microseconds } from '../../shared/base/units.ts';
import type { RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import { callName } from '../../shared/report/story-table.ts';
import { formatMs, formatSignificant } from '../i18n/format.ts';
import { text } from '../i18n/i18n.tsx';
import type { TimeSpan } from './chart-view.ts';
import { type Area, atOnce, type LaneBar, leftIn, type Served } from './lanes-picture.ts';

const US_PER_MS = 1_000;
/** As the words of the label have it. */
const NOT_RECORDED = -1;

export interface ServedBar extends Served {
  readonly route: string;
  readonly us: Microseconds;
}

export type LaneWords = ReturnType<typeof laneWords>;

export function laneWords(columns: RequestLaneColumns, chosen: ServedBar | null) {
  const { meta, requestStart, requestEnd, requestRoute, requestStatus, requestPid, requestNumber } = columns;
  const ms = (us: Microseconds) => formatMs(us / US_PER_MS);
  const routeOf = (index: number) => meta.routes[requestRoute[index]!] ?? '';
  const requestOf = (pid: number, number: number) => requestNumber.findIndex((one, index) => one === number && requestPid[index] === pid);
  /** The request that a bar is, or is a wait of; null: it is not known. */
  const request = ({ area, index: at }: LaneBar): ServedBar | null => {
    const index = area === 'requests' ? at : requestOf(columns.waitPid[at]!, columns.waitNumber[at]!);
    if (index < 0) return null;
    const [pid, number] = [requestPid[index]!, requestNumber[index]!];
    return { pid, request: number, route: routeOf(index), us: requestEnd[index]! - requestStart[index]! };
  };
  const ofRequest = (index: number): string[] => [
    routeOf(index),
    text('run.flameChart.lanes.request', { time: ms(requestEnd[index]! - requestStart[index]!), status: String(requestStatus[index]) }),
  ];
  const ofWait = (index: number): string[] => {
    const [line, start, end] = [columns.waitLine[index]!, columns.waitStart[index]!, columns.waitEnd[index]!];
    const owner = request({ area: 'waits', index });
    return [
      callName(meta.calls[columns.waitCall[index]!]!),
      // Of some it is not known whether they were in line.
      text(start > line ? 'run.flameChart.lanes.waitInLine' : 'run.flameChart.lanes.wait', {
        progress: ms(end - start),
        line: ms(start - line),
      }),
      ...(owner === null ? [] : [text('run.flameChart.lanes.of', { route: owner.route })]),
    ];
  };
  const bar = (one: LaneBar): string[] => (one.area === 'requests' ? ofRequest(one.index) : ofWait(one.index));
  /** Null: the area has bars. */
  const density = (area: Area, at: Microseconds): string[] | null => {
    if (area.rowPx > 0) return null;
    const value = (values: Float32Array) => formatSignificant(atOnce(columns, values, at));
    return area.name === 'requests'
      ? [text('run.flameChart.lanes.inServer', { count: value(columns.inServer) }), text('run.flameChart.lanes.zoom')]
      : [
          text('run.flameChart.lanes.waiting', { progress: value(columns.inProgress), line: value(columns.inLine) }),
          text('run.flameChart.lanes.choose'),
        ];
  };
  return {
    request,
    bar,
    density,
    label: text('run.flameChart.lanes.label', { requests: meta.requests.count, waits: meta.waits?.count ?? NOT_RECORDED }),
    /** On it. */
    name: ({ area, index }: LaneBar) =>
      area === 'waits'
        ? callName(meta.calls[columns.waitCall[index]!]!)
        : `${routeOf(index)} ${ms(requestEnd[index]! - requestStart[index]!)}`,
    /** Beside an area. */
    labels: (area: Area, most: number, view: TimeSpan) => {
      const left = area.rowPx > 0 ? leftIn(columns, area, view) : 0;
      return [
        text(`run.flameChart.lanes.${area.name}`),
        ...(area.of !== null && chosen !== null ? [text('run.flameChart.lanes.ofChosen', { route: chosen.route })] : []),
        ...(left > 0 ? [text('run.flameChart.lanes.left', { count: left })] : []),
        ...(area.rowPx === 0 && most > 0 ? [text('run.flameChart.lanes.atOnce', { most: formatSignificant(most) })] : []),
      ];
    },
  };
}
