/** What the styles promise: readable colours in both themes, only names that exist, and nothing the oldest host cannot do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Mark } from '../../../renderer/frame/Mark.tsx';
import { FIRST_HOT, HEAT_FROM } from '../../../shared/charts/heat.ts';

const root = join(import.meta.dirname, '../../../renderer');
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

test.each(Object.entries(themes))('%s: what is read can be read', (_, tokens) => {
  const low = PAIRS.map(([a, b, least]) => ({ a, b, least, is: contrast(tokens[a]!, tokens[b]!) })).filter(
    ({ is, least }) => !(is >= least),
  );
  expect(low).toEqual([]);
});

test.each(Object.entries(themes))('%s: latency is one hue whose strength against the ground grows with the percentile', (_, tokens) => {
  const steps = ['p50', 'p90', 'p99', 'max'].map((name) => contrast(tokens[`--latency-${name}`]!, tokens['--bg']!));
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});

test('the dark theme changes only what the light one has', () => {
  expect(Object.keys(dark).filter((name) => !(name in light))).toEqual([]);
});

test('before the program has said its theme, a dark system has the colours of the dark one', () => {
  const [, early = ''] = read('styles/app-bar.css').split('not([data-theme])');
  const tokens = tokensOf(early);
  expect(Object.keys(tokens).length).toBeGreaterThan(4);
  expect(dark).toMatchObject(tokens);
});

test('the page as it is served has the mark of the program', () => {
  const served = readFileSync(join(root, 'index.html'), 'utf8').replace(/>\s+</g, '><');
  expect(served).toContain(renderToStaticMarkup(createElement(Mark)).replaceAll('></circle>', ' />').replaceAll('></path>', ' />'));
});

test('every token used exists', () => {
  const known = new Set([...Object.keys(light), '--radix-select-trigger-width', '--radix-select-content-available-height']);
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

test('nothing is used that Chromium 83 lacks', () => {
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
