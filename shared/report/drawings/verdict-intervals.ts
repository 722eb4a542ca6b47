/** The intervals of the verdicts of one pair, below each other on one axis, with their figures and words. */

import { px } from '../../charts/scales.ts';
import { ARROW, beyond, endOf, placeOf, reachOf } from '../../charts/verdict-axis.ts';
import { formatNumber } from '../../format/figures.ts';
import { formatMetricDifferenceFigures, formatVerdictFigure, metricInterval } from '../../format/metric-figures.ts';
import type { Verdict } from '../../model/comparison/comparison.ts';
import { isInPoints } from '../../model/comparison/metrics.ts';
import { verdictWords } from '../../phrases/verdict-words.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import { label, type Panel, rule } from './svg.ts';

export interface VerdictPair {
  readonly name: string;
  readonly verdicts: readonly Verdict[];
  /** One pair alone: none of them is a verdict. */
  readonly isOneLook: boolean;
}

const WIDTH = 960;
const ROW = 22;
const HEAD = 24;
/** Where columns end, and where the drawing and the word begin. */
const COLUMNS = { a: 250, b: 330, difference: 430, interval: 560, drawing: 580, word: 790 } as const;
const LENGTH = 190;

export function verdictIntervals({ name, verdicts, isOneLook }: VerdictPair, limit: number): Panel {
  const axis = { reach: reachOf(verdicts, limit), length: LENGTH };
  const height = HEAD + verdicts.length * ROW;
  const at = (percent: number) => COLUMNS.drawing + placeOf(percent, axis);
  const heading = (x: number, said: string) => label('axis end', x, 14, said);
  const body: Html[] = [
    heading(COLUMNS.a, text('compare.verdicts.a', { letter: 'A' })),
    heading(COLUMNS.b, text('compare.verdicts.a', { letter: verdicts[0]?.b ?? 'B' })),
    heading(COLUMNS.difference, text('compare.verdicts.difference')),
    heading(COLUMNS.interval, text('compare.verdicts.interval')),
    label('axis', COLUMNS.drawing, 14, `−${formatNumber(axis.reach)}`),
    label('axis middle', COLUMNS.drawing + LENGTH / 2, 14, '0'),
    label('axis end', COLUMNS.drawing + LENGTH, 14, `+${formatNumber(axis.reach)}`),
    label('axis', COLUMNS.word, 14, text('compare.verdicts.verdict')),
    html`<rect x="${px(at(-limit))}" y="${HEAD}" width="${px(at(limit) - at(-limit))}" height="${height - HEAD}" fill="var(--grid)"/>\n`,
    rule('tie', at(0), HEAD, at(0), height),
  ];
  const summary = verdicts.map((told, row) => {
    const { metric, aValue, bValue, differencePercent, ci } = told;
    const y = HEAD + row * ROW + 15;
    const { sign, word } = verdictWords(told);
    const isNone = isOneLook && told.reason === 'too few pairs';
    const said = isNone ? text('compare.verdicts.oneLook') : word;
    const interval = ci === null ? '–' : text('compare.verdicts.between', metricInterval(metric, ci));
    body.push(
      label('name', 0, y, text(`compare.metric.${metric}`)),
      label('end', COLUMNS.a, y, formatVerdictFigure(told, aValue)),
      label('end', COLUMNS.b, y, formatVerdictFigure(told, bValue)),
      label('end', COLUMNS.difference, y, formatMetricDifferenceFigures(metric, differencePercent)),
      label('end', COLUMNS.interval, y, interval),
      ...(differencePercent === null || isInPoints(metric) ? [] : drawInterval(told, differencePercent, y - 4)),
      label('', COLUMNS.word + 16, y, said),
    );
    if (sign !== null && !isNone) body.push(mark(sign, COLUMNS.word + 5, y - 4));
    return `${text(`compare.metric.${metric}`)}: ${said}.`;
  });
  return { title: name, help: null, drawing: { id: 'verdicts', width: WIDTH, height, title: name, summary: summary.join(' ') }, body };

  function drawInterval(told: Verdict, difference: number, y: number): Html[] {
    const isTold = told.verdict !== 'cannot tell' && told.verdict !== 'equivalent';
    const color = isTold ? 'text' : 'tie';
    const [low, high] = told.ci ?? [difference, difference];
    const fill = html` fill="var(--${color})"`;
    const [from, to] = [low, high].map((percent) => COLUMNS.drawing + endOf(percent, axis));
    return [
      html`<path d="M${px(from!)},${px(y)}L${px(to!)},${px(y)}" stroke="var(--${color})" stroke-width="2"/>\n`,
      ...beyond(told, axis).map((side) => {
        const tip = COLUMNS.drawing + (side === 'less' ? 0 : LENGTH);
        return html`<path d="M${px(tip)},${px(y)}l${side === 'less' ? ARROW : -ARROW},-4.5v9z"${fill}/>\n`;
      }),
      ...(Math.abs(difference) <= axis.reach ? [html`<circle cx="${px(at(difference))}" cy="${px(y)}" r="3.5"${fill}/>\n`] : []),
    ];
  }
}

/** As `SIGNS` has them: up is better. */
function mark(sign: 'better' | 'worse', x: number, y: number): Html {
  const up = sign === 'better' ? 1 : -1;
  return html`<path d="M${px(x)},${px(y - 4 * up)}l4.5,${8 * up}h-9z" fill="var(--${sign})"/>\n`;
}
