/** Requests and what they waited for, as they are drawn on the screen and in pictures. */
import { expect, test } from 'vitest';
import type { ChartContext } from '../../../../renderer/flame-chart/draw-chart.ts';
import { drawLanes, type LanesScene } from '../../../../renderer/flame-chart/draw-lanes.ts';
import { areasOf, heightOf, type LaneBar, type Served } from '../../../../renderer/flame-chart/lanes-picture.ts';
import type { RequestLaneColumns } from '../../../../shared/model/request-lanes.ts';

/** Two requests of 400 µs, the second failed; the first waited from 100 to 300 µs, half of it in line. */
const COLUMNS: RequestLaneColumns = {
  meta: {
    ...{ fromUs: 0, toUs: 1_000, routes: ['GET /'], calls: [{ kind: 'query', to: 'db', name: 'a' }] },
    requests: { count: 2, lanes: 1 },
    waits: { count: 1, lanes: 1 },
  },
  requestStart: Float64Array.of(0, 500),
  requestEnd: Float64Array.of(400, 900),
  requestLane: Uint8Array.of(0, 0),
  requestRoute: Uint16Array.of(0, 0),
  requestStatus: Uint16Array.of(200, 500),
  requestPid: Uint32Array.of(7, 7),
  requestNumber: Uint32Array.of(1, 2),
  waitLine: Float64Array.of(100),
  waitStart: Float64Array.of(200),
  waitEnd: Float64Array.of(300),
  waitLane: Uint8Array.of(0),
  waitCall: Uint16Array.of(0),
  waitPid: Uint32Array.of(7),
  waitNumber: Uint32Array.of(1),
  inServer: Float32Array.of(2, 4),
  inProgress: Float32Array.of(1, 1),
  inLine: Float32Array.of(0, 3),
};

interface Drawn {
  readonly fills: { style: string; x: number; width: number; y: number; height: number }[];
  readonly strokes: string[];
  readonly texts: string[];
}

/** A pixel is a microsecond. */
function draw(columns: RequestLaneColumns, { chosen = null as Served | null, focused = null as LaneBar | null } = {}): Drawn {
  const drawn: Drawn = { fills: [], strokes: [], texts: [] };
  const ignore = () => {};
  const context = {
    ...{ fillStyle: '', strokeStyle: '', font: '', textAlign: 'left', textBaseline: 'middle', globalAlpha: 1 },
    ...{ clearRect: ignore, save: ignore, restore: ignore, beginPath: ignore, rect: ignore, clip: ignore, setLineDash: ignore },
    fillRect(x: number, y: number, width: number, height: number) {
      drawn.fills.push({ style: String(this.fillStyle), x, y, width, height });
    },
    strokeRect() {
      drawn.strokes.push(String(this.strokeStyle));
    },
    fillText: (text: string) => void drawn.texts.push(text),
    measureText: (text: string) => ({ width: text.length }),
  } satisfies ChartContext as ChartContext;
  const areas = areasOf(columns, true, chosen);
  const scene: LanesScene = {
    ...{ columns, areas, chosen, focused, pointed: null, cursorUs: null, view: { from: 0, to: 1_000 } },
    ...{ width: 1_100, height: heightOf(areas), left: 100, right: 1_100 },
    labels: ({ name }, most) => [name, String(most)],
    nameOf: ({ area, index }) => `${area} ${index}`,
  };
  drawLanes(context, scene, { read: (name) => name, forget: ignore }, (ink, ground) => `hatch ${ink} on ${ground}`);
  return drawn;
}

test('a request is as long as it was in the server, and one that failed has the colour of errors', () => {
  const { fills, texts } = draw(COLUMNS);
  // A gap to the next one.
  expect(fills.filter(({ y }) => y === 0).map(({ style, x, width }) => [style, x, width])).toEqual([
    ['--series-inflight', 100, 399],
    ['--error-fill', 600, 399],
  ]);
  expect(texts).toEqual(expect.arrayContaining(['requests', 'waits', 'requests 0', 'requests 1']));
});

test('a wait is hatched while it is in line, and solid from then on', () => {
  const waits = draw(COLUMNS).fills.filter(({ y }) => y > 0);
  expect(waits.map(({ style, x, width }) => [style, x, width])).toEqual([
    ['hatch --wait-line on --wait-line-ground', 200, 99],
    ['--wait', 300, 99],
  ]);
});

test('what the keys are at has a ring, and of the chosen request the waits have names', () => {
  expect(draw(COLUMNS).strokes).toEqual([]);
  expect(new Set(draw(COLUMNS, { focused: { area: 'waits', index: 0 } }).strokes)).toEqual(new Set(['--focus']));
  expect(draw(COLUMNS).texts).not.toContain('waits 0');
  expect(draw(COLUMNS, { chosen: { pid: 7, request: 1 } }).texts).toContain('waits 0');
});

test('where there are too many for bars, it is drawn how many there are, what is in line above what is in progress', () => {
  const { meta } = COLUMNS;
  const { fills, texts } = draw({ ...COLUMNS, meta: { ...meta, requests: { count: 9_000, lanes: 0 }, waits: { count: 9_000, lanes: 0 } } });
  const at = (x: number, style: string) => fills.find((one) => one.x === x && one.style === style)!;
  // In the second half there are twice as many requests, and three in line above one in progress.
  expect(at(150, '--series-inflight').height * 2).toBe(at(1_050, '--series-inflight').height);
  const [solid, hatched] = [at(1_050, '--wait'), at(1_050, 'hatch --wait-line on --wait-line-ground')];
  expect(hatched.height).toBe(3 * solid.height);
  expect(hatched.y + hatched.height).toBe(solid.y);
  expect(texts).toEqual(['requests', '4', 'waits', '4']);
});
