/** What the styles promise: readable colours in both themes, only names that exist, and nothing the oldest host cannot do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Mark } from '../../../../renderer/frame/Mark.tsx';
import { findTextSize, TEXT_SIZES } from '../../../../shared/base/text-size.ts';
import { FIRST_HOT, HEAT_FROM } from '../../../../shared/charts/heat.ts';
import { requests } from '../../../../shared/protocol/contract.ts';
import { STYLE } from '../../../../shared/report/drawings/style.ts';

const root = join(import.meta.dirname, '../../../../renderer');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
const read = (name: string) => readFileSync(join(root, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

function tokensOf(block: string): Record<string, string> {
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}

const [lightBlock = '', darkBlock = ''] = read('styles/tokens.css').split(':root[data-theme="dark"]');
const light = tokensOf(lightBlock);
const dark = tokensOf(darkBlock);
const themes = { light, dark: { ...light, ...dark } };

/** WCAG 2 contrast of two colours written as #rrggbb. */
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

const GROUNDS = ['--bg', '--bg-sunken', '--bg-raised'];
const TEXTS = ['--text', '--text-muted', '--text-faint', '--accent', '--ok', '--warn', '--error'];
const PAIRS: [string, string, number][] = [
  ...GROUNDS.flatMap((ground) => TEXTS.map((name): [string, string, number] => [name, ground, 4.5])),
  ...['--bg-hover', '--bg-selected', '--bg-active'].flatMap((ground) =>
    ['--text', '--text-muted'].map((name): [string, string, number] => [name, ground, 4.5]),
  ),
  ...['ok', 'warn', 'error', 'info'].flatMap((tone): [string, string, number][] => [
    [`--${tone}`, `--${tone}-bg`, 4.5],
    ['--text', `--${tone}-bg`, 4.5],
  ]),
  ...['own', 'dependency', 'core', 'native'].map((kind): [string, string, number] => [`--kind-${kind}-text`, `--kind-${kind}`, 4.5]),
  ['--flame-match-text', '--flame-match', 4.5],
  ['--wait-text', '--wait', 4.5],
  ['--bg', '--series-inflight', 4.5],
  ['--text-on-accent', '--error-fill', 4.5],
  ...['less-1', 'less-2', 'less-3', 'more-1', 'more-2', 'more-3'].map((name): [string, string, number] => [
    '--diff-text',
    `--diff-${name}`,
    4.5,
  ]),
  ['--diff-text-strong', '--diff-less-4', 4.5],
  ['--diff-text-most', '--diff-more-4', 4.5],
  ['--diff-text-noise', '--diff-noise', 4.5],
  ...HEAT_FROM.map((_, step): [string, string, number] => [step < FIRST_HOT ? '--heat-text' : '--heat-text-hot', `--heat-${step}`, 4.5]),
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((name): [string, string, number] => [`--variant-${name}`, '--bg', 4.5]),
  ['--text-on-accent', '--accent-fill', 4.5],
  ['--text-on-accent', '--accent-fill-hover', 4.5],
  ['--chart-axis', '--bg', 4.5],
  ['--line-control', '--bg', 3],
  ['--focus', '--bg', 3],
  ['--less', '--bg', 3],
];

test.each(Object.entries(themes))('%s: text has enough contrast', (_, tokens) => {
  const low = PAIRS.map(([a, b, least]) => ({ a, b, least, is: contrast(tokens[a]!, tokens[b]!) })).filter(
    ({ is, least }) => !(is >= least),
  );
  expect(low).toEqual([]);
});

test.each(Object.entries(themes))('%s: latency colours have one hue, with contrast growing with the percentile', (_, tokens) => {
  const steps = ['p50', 'p90', 'p99', 'max'].map((name) => contrast(tokens[`--latency-${name}`]!, tokens['--bg']!));
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});

/** Lines, bars, dots and what joins them. Grids are not among them: they are there to be overlooked. */
const MARKS = [
  ...['p50', 'p90', 'p99', 'max'].map((name) => `--latency-${name}`),
  ...['throughput', 'inflight', 'error', 'unexpected', 'cpu', 'memory', 'loop', 'gc'].map((name) => `--series-${name}`),
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `--variant-${name}`),
  ...['--chart-cursor', '--line-control', '--less', '--more', '--better', '--worse', '--accent', '--wait', '--wait-line', '--busy-line'],
];

/** The ground with something translucent on it: `rgba(53, 162, 156, 0.16)`. */
function blend(ground: string, over: string): string {
  const [red, green, blue, alpha] = over.match(/[\d.]+/g)!.map(Number) as [number, number, number, number];
  const channel = (at: number, value: number) => Math.round(Number.parseInt(ground.slice(at, at + 2), 16) * (1 - alpha) + value * alpha);
  return `#${[channel(1, red), channel(3, green), channel(5, blue)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

test.each(Object.entries(themes))('%s: every line and mark of a chart keeps 3:1 against its ground', (_, tokens) => {
  const low = MARKS.map((name) => [name, contrast(tokens[name]!, tokens['--bg']!)]).filter(([, is]) => !(Number(is) >= 3));
  expect(low).toEqual([]);
  const band = blend(tokens['--bg']!, tokens['--latency-band']!);
  for (const name of MARKS.slice(0, 4)) expect(contrast(tokens[name]!, band)).toBeGreaterThanOrEqual(3);
  for (const line of ['--wait-line', '--busy-line']) expect(contrast(tokens[line]!, tokens[`${line}-ground`]!)).toBeGreaterThanOrEqual(3);
});

test('so does a report, on paper and on a dark screen, in the same colours', () => {
  const blocks = [...STYLE.matchAll(/\{color-scheme:\w+;([^}]+)\}/g)].map(([, block]) => tokensOf(block!));
  expect(blocks).toHaveLength(2);
  const own = ['p50', 'p90', 'p99', 'max'].map((name) => [`--${name}`, `--latency-${name}`] as const);
  const series = [
    'throughput',
    'inflight',
    'error',
    'unexpected',
    'cpu',
    'memory',
    'loop',
    'gc',
    'va',
    'vb',
    'vc',
    'vd',
    've',
    'vf',
    'tie',
    'less',
    'more',
    'better',
    'worse',
  ];
  for (const [index, block] of blocks.entries()) {
    const tokens = Object.values(themes)[index]!;
    expect(own.map(([name]) => block[name])).toEqual(own.map(([, token]) => tokens[token]));
    const low = [...own.map(([name]) => name), ...series.map((name) => `--${name}`)]
      .map((name) => [name, contrast(block[name]!, long(block['--bg']!))])
      .filter(([, is]) => !(Number(is) >= 3));
    expect(low).toEqual([]);
  }
});

/** `#fff` as `#ffffff`. */
function long(hex: string): string {
  return hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex;
}

test('the dark theme only overrides tokens of the light one', () => {
  expect(Object.keys(dark).filter((name) => !(name in light))).toEqual([]);
});

test('before the script runs, a dark system gets the dark colours', () => {
  const [, early = ''] = read('styles/app-bar.css').split('not([data-theme])');
  const tokens = tokensOf(early);
  expect(Object.keys(tokens).length).toBeGreaterThan(4);
  expect(dark).toMatchObject(tokens);
});

test('the static page has the logo', () => {
  const served = readFileSync(join(root, 'index.html'), 'utf8').replace(/>\s+</g, '><');
  expect(served).toContain(renderToStaticMarkup(createElement(Mark)).replaceAll('></circle>', ' />').replaceAll('></path>', ' />'));
});

test('every token used exists', () => {
  // Set by Radix.
  const ofElements = ['select-trigger-width', 'select-content-available-height', 'dropdown-menu-content-available-height'];
  const known = new Set([...Object.keys(light), ...ofElements.map((name) => `--radix-${name}`)]);
  const unknown = files.flatMap((file) => {
    const css = read(file);
    const own = new Set(Object.keys(tokensOf(css)));
    return [...css.matchAll(/var\((--[\w-]+)/g)]
      .map(([, name]) => name!)
      .filter((name) => !known.has(name) && !own.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('text, and what holds it, follows the root font size', () => {
  const names = ['row', 'control', 'bar', 'size', 'size-small', 'size-title', 'size-page', 'leading'];
  expect(names.filter((name) => !light[`--${name}`]?.endsWith('rem'))).toEqual([]);
  // Of SVG that is scaled as a whole.
  const own = ['svg-charts', 'PlanCard', 'CompareSetup', 'HelpScreen'];
  const fixed = files.filter(
    (file) => /(?:font-size|line-height):\s*[\d.]+px/.test(read(file)) && !own.some((name) => file.includes(name)),
  );
  expect(fixed).toEqual([]);
});

test('a text size is one of those offered', () => {
  const accepted = [90, 100, 110, 125, 150, 80, 120, 151, '100', null].filter(
    (textSize) => requests['settings.set'].params.safeParse({ textSize }).success,
  );
  expect(accepted).toEqual([...TEXT_SIZES]);
  expect(findTextSize(125)).toBe(125);
  expect(findTextSize(Number('x'))).toBeUndefined();
});

test('uses no CSS that Chromium 83 lacks', () => {
  const LACKING: [string, RegExp][] = [
    ['gap in flex', /display:\s*(?:inline-)?flex;[^}]*[^-]gap:/],
    [':has', /:has\(/],
    [':where', /:where\(/],
    ['@layer', /@layer/],
    ['container queries', /@container/],
    ['aspect-ratio', /aspect-ratio:/],
    ['accent-color', /accent-color:/],
    ['margin-inline and its like', /(?:margin|padding|inset)-(?:inline|block):/],
    ['text-wrap', /text-wrap:/],
    ['content-visibility', /content-visibility:/],
    ['individual transforms', /[{;\s](?:translate|scale|rotate):/],
  ];
  const found = files.flatMap((file) => LACKING.filter(([, pattern]) => pattern.test(read(file))).map(([name]) => `${file}: ${name}`));
  expect(found).toEqual([]);
});
