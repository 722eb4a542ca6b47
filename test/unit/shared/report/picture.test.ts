/** Pictures of the screen: what they say, that they are well-formed, and that nothing in a name becomes markup. */
import { expect, test } from 'vitest';
import { flamePanel, JOINED } from '../../../../shared/report/drawings/flame-svg.ts';
import { drawPicture, type Picture } from '../../../../shared/report/drawings/picture.ts';
import { timePanel } from '../../../../shared/report/drawings/time-chart.ts';

const HOSTILE = '</text><script>alert(1)</script>"\' & \u202e]]>';

/** Elements that are closed in the order they were opened, attributes in quotes, no bare `<` or `&`. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, closes: string, name: string, __, isWhole: string) => {
      if (closes) expect(open.pop()).toBe(name);
      else if (!isWhole) open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/<|&(?!(?:amp|lt|gt|quot|#39);)/);
}

function chartOf(window: { from: number; to: number } | null): Picture {
  const { title, ...panel } = timePanel({
    id: 'chart',
    title: 'Latency',
    unit: 'ms',
    help: null,
    x: [0, 1, 2],
    toS: 3,
    lines: [{ shape: 'line', dash: 0, label: 'p50', color: 'p50', values: [1, null, 3] }],
    format: String,
    size: { width: 960, height: 260 },
    window,
  });
  return { title, about: [HOSTILE, ''], legend: [{ text: HOSTILE, swatch: 'k-own' }], panels: [{ ...panel, title: null }] };
}

const flame: Picture = {
  title: HOSTILE,
  about: [],
  legend: [],
  panels: [
    {
      ...flamePanel(HOSTILE, [
        { frame: { x: 0, width: 1_080, depth: 0, joined: null }, paint: { className: 'k-own', title: `${HOSTILE}\nfile`, label: HOSTILE } },
        { frame: { x: 0, width: 40, depth: 1, joined: [1, 2] }, paint: { className: JOINED, title: '2 frames', label: '2 frames' } },
      ]),
      title: HOSTILE,
    },
  ],
};

test.each([
  ['a chart', chartOf(null)],
  ['a chart with a window', chartOf({ from: 1, to: 2 })],
  ['a flame graph', flame],
])('%s is well-formed in both themes, and nothing in it comes from elsewhere', (_, picture) => {
  for (const theme of ['light', 'dark'] as const) {
    const { svg } = drawPicture(picture, theme);
    expectWellFormed(svg);
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u202e');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|url\((?!#)/);
    // Other programs than browsers know no variables.
    expect(svg).not.toContain('var(');
    expect(svg).not.toMatch(/(?:fill|stroke|color):[;}]/);
  }
});

test('the themes differ in colours only', () => {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => drawPicture(flame, theme));
  expect(light!.svg).not.toBe(dark!.svg);
  const bare = (svg: string) => svg.replace(/<style>[\s\S]*<\/style>/, '');
  expect(bare(light!.svg)).toBe(bare(dark!.svg));
});

test('is as large as its panels and its texts need', () => {
  const one = drawPicture(flame, 'light');
  const row = drawPicture({ ...flame, panels: [...flame.panels, ...flame.panels], columns: 2 }, 'light');
  const below = drawPicture({ ...flame, panels: [...flame.panels, ...flame.panels] }, 'light');
  expect(row.width).toBeGreaterThan(2 * 1_080);
  expect(row.height).toBeLessThanOrEqual(one.height);
  expect(below.width).toBe(one.width);
  expect(below.height).toBeGreaterThan(one.height + 2 * 18);
});

test('only the chosen window is drawn in full', () => {
  expect(drawPicture(chartOf(null), 'light').svg).not.toContain('class="outside"');
  expect(drawPicture(chartOf({ from: 1, to: 2 }), 'light').svg).toContain('class="outside"');
});
