/** One page of a study for class: what was asked and guessed, what came out, chosen pictures, and what was concluded. Fits a sheet of A4. */

import { queueOf } from '../analysis/queueing.ts';
import { curvesOf } from '../charts/percentile-curves.ts';
import { slowestOf } from '../charts/response-order.ts';
import type { ROUND_MEASURES } from '../charts/round-lines.ts';
import { shownDots } from '../charts/run-dots.ts';
import { formatNumber } from '../format/figures.ts';
import { shortName } from '../format/place.ts';
import { variantLetter } from '../model/comparison/comparison.ts';
import type { ComparisonInfo } from '../model/comparison/comparison-info.ts';
import { PAGE_FIGURES, type PageFigure } from '../model/comparison/lesson-links.ts';
import { questionFirst } from '../model/comparison/metrics.ts';
import type { Pass } from '../model/comparison/pass.ts';
import type { Environment } from '../model/report.ts';
import { CAPTURES } from '../model/setup/captures.ts';
import { isOfUnquietRuns, othersIn } from '../phrases/busy-machine.ts';
import { otherWarnings } from '../phrases/load-difference.ts';
import { tellQueue } from '../phrases/queueing.ts';
import type { Said } from '../words/said.ts';
import { text } from '../words/words.ts';
import { answersOf, type ComparisonReportInput, loadSentences, metaOf, orderSentences, roundsOf } from './comparison-report.ts';
import { cutText, footerOf, htmlAnswer, writePage, writeWithin } from './document.ts';
import {
  colorOf,
  curvesPanel,
  dotPanel,
  overlaid,
  type PanelSize,
  responseOrderPanel,
  variantMarks,
} from './drawings/comparison-charts.ts';
import { diffFlameFigure } from './drawings/flame-svg.ts';
import { queuePanel } from './drawings/queue-curve.ts';
import { STYLE } from './drawings/style.ts';
import { figure, type Panel, svg } from './drawings/svg.ts';
import { type TimeChart, timePanel } from './drawings/time-chart.ts';
import { firstResponses } from './first-responses.ts';
import { type Html, html } from './html.ts';
import { conclusionOf, SHEET } from './sheet.ts';
import { htmlTable, narrowTable, type ReportTable } from './table.ts';
import { comparedPieces } from './tables/compared/index.ts';
import { machineRows } from './tables/environment.ts';

/** What a page says of the lesson. */
export interface PageLesson {
  readonly title: string;
  /** In which the texts of the study are written; null or absent: it does not say. */
  readonly language?: string | null;
  /** The form that was run; null: with other settings than any of them has. */
  readonly form: string | null;
  readonly question: string;
  /** The guess before the run; null: none. */
  readonly guess: string | null;
  /** What usually comes out; null: this form asks something else, so that the guess is neither right nor wrong. */
  readonly usual: string | null;
  /** Repeats it; null: there is no single command. */
  readonly command: string | null;
}

export interface LessonPageInput extends ComparisonReportInput {
  readonly lesson: PageLesson;
  readonly figures: readonly PageFigure[];
  /** In which the conclusion is written; null or absent: nobody has said so. */
  readonly language?: string | null;
}

/** Frames of the flame graph, as in a report, but of a sheet of paper. */
const DETAIL = [400, 120, 30];
/** Of drawings on a sheet, CSS pixels: two or three beside each other, or one in all of its width. */
interface Sizes {
  readonly half: PanelSize;
  readonly third: PanelSize;
  readonly whole: PanelSize;
  readonly queue: PanelSize;
}

const SIZES: Sizes = {
  half: { width: 340, height: 120 },
  third: { width: 220, height: 110 },
  whole: { width: 700, height: 150 },
  queue: { width: 340, height: 150 },
};
/** Three figures share one sheet with what was asked and concluded: they are lower. A flame graph may take one of its own. */
const LOW: Sizes = {
  half: { width: 340, height: 92 },
  third: { width: 220, height: 92 },
  whole: { width: 700, height: 108 },
  queue: { width: 340, height: 116 },
};
const MOST_COMMAND = 400;
const MOST_WARNINGS = 3;
const STALLS: readonly (typeof ROUND_MEASURES)[number][] = ['stall', 'p99', 'throughput'];

export function formatLessonPage(input: LessonPageInput): string {
  return writeWithin(DETAIL, (most) => writePage(input.lesson.title, input.environment, bodyOf(input, most), STYLE + SHEET));
}

function bodyOf(input: LessonPageInput, most: number): Html {
  const { lesson, info, environment, figures, notes } = input;
  const lang = langOf(lesson);
  return html`<header>
<p class="kicker">${text('study.page.kicker')}${lesson.form === null ? null : html` · <span lang="${lang}">${lesson.form}</span>`}</p>
<h1 lang="${lang}">${lesson.title}</h1>
<p class="meta">${metaOf(input)}</p>
</header>
<main>
<section aria-labelledby="question"><h2 id="question">${text('study.page.question')}</h2>
<p class="question" lang="${lang}">${lesson.question}</p>
${guessOf(lesson)}</section>
<section aria-labelledby="result"><h2 id="result">${text('study.page.result')}</h2>
${legendOf(info.setup.variants)}
${answersOf(input).map(htmlAnswer)}${figures.map((figure) => drawFigure(figure, input, most))}${warningsOf(info)}</section>
${conclusionOf(notes, input.language ?? null)}<section aria-labelledby="how"><h2 id="how">${text('report.how')}</h2>
<p class="how">${loadSentences(info)} ${orderSentences(info)}</p>
<p class="note">${machineOf(environment)}</p>
${
  lesson.command === null
    ? null
    : html`<p class="note">${text('study.page.command')}: <code>${cutText(lesson.command, MOST_COMMAND).text}</code></p>
`
}</section>
</main>
${footerOf(environment)}`;
}

/** Those that there is something of: not every study has queues, or profiles. */
export function pageFiguresOf(info: ComparisonInfo): PageFigure[] {
  const measured = info.passes.flatMap(({ kind, report }) => (kind === 'measured' && report !== null ? [report] : []));
  const isProfiled = info.profiledPasses.filter((index) => info.passes[index ?? -1]?.report != null).length > 1;
  const isThere: Readonly<Record<PageFigure, boolean>> = {
    response: firstResponses(info) !== null,
    verdicts: info.verdicts.length > 0,
    dots: shownDots(info.dots).length > 0,
    percentiles: measured.some(({ latencyMs }) => latencyMs !== null),
    'answer-order': measured.some(({ requests }) => requests.completed > 0),
    stalls: measured.some(({ server }) => server.length > 0),
    queue: queueOf(info) !== null,
    flame: isProfiled && hasProfiles(info),
  };
  return PAGE_FIGURES.filter((one) => isThere[one]);
}

/** Ticks have no difference flame graph. */
function hasProfiles({ setup }: ComparisonInfo): boolean {
  return setup.variants.every((variant) => CAPTURES[variant.setup.capture.kind].yields === 'profile');
}

function machineOf(environment: Environment | null): string {
  return machineRows(environment)
    .slice(0, 2)
    .map(([, value]) => value)
    .join(' · ');
}

/** An empty attribute says that the language is not known, as a page in another one would be read out wrongly. */
function langOf({ language }: Pick<PageLesson, 'language'>): string {
  return language ?? '';
}

/** Texts of the study are in its language, those that stand in for them in ours. */
function guessOf(lesson: PageLesson): Html {
  const row = (name: string, told: string | null, instead: string) =>
    html`<div><dt>${name}</dt>${told === null ? html`<dd>${instead}</dd>` : html`<dd lang="${langOf(lesson)}">${told}</dd>`}</div>\n`;
  return html`<dl class="guess">
${row(text('study.page.guess'), lesson.guess, text('study.reveal.noGuess'))}${row(text('study.page.usual'), lesson.usual, text('study.page.otherQuestion'))}</dl>
`;
}

/** A result is not shown in class without what speaks against it. Several warnings of runs that were not quiet are one sentence, so that the page keeps its size. */
function warningsOf({ warnings, passes }: LessonPageInput['info']): Html {
  const unquiet = warnings.filter(isOfUnquietRuns);
  const told =
    unquiet.length < 2
      ? otherWarnings(warnings).slice(0, MOST_WARNINGS)
      : [...otherWarnings(warnings.filter((said) => !isOfUnquietRuns(said))).slice(0, MOST_WARNINGS - 1), tellUnquiet(unquiet, passes)];
  return html`${told.map((warning) => html`<p class="note">${cutText(warning, MOST_COMMAND).text}</p>\n`)}`;
}

/** Their number, and the worst in any of the runs of what they say of others. */
function tellUnquiet(warnings: readonly Said[], passes: readonly Pass[]): string {
  const counted = passes.flatMap(({ kind, excluded, report }) =>
    kind === 'measured' && excluded === null && report?.machine ? [report.machine] : [],
  );
  const percentOf = { programs: 'foreignPercent', host: 'stealPercent' } as const;
  const [worst] = othersIn(warnings)
    .map((by) => ({ by, percent: Math.max(0, ...counted.map((machine) => machine[percentOf[by]]?.mean ?? 0)) }))
    .sort((one, other) => other.percent - one.percent);
  return text('study.page.busy', { count: warnings.length, by: worst?.by ?? 'none', percent: formatNumber(worst?.percent ?? 0, 0) });
}

type Variants = ComparisonReportInput['info']['setup']['variants'];

/** Who is who, on the page and again beside each picture: they are shown one by one in class. */
function legendOf(variants: Variants): Html {
  return html`<p class="who">${names(variants)}</p>`;
}

function names(variants: Variants, only: number | null = null): Html[] {
  return variants.flatMap(({ title }, variant) =>
    only !== null && only !== variant
      ? []
      : [
          html`<span class="one"><svg class="inline" viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true">${variantMarks(variant, [[0, 0]], 8)}</svg> <b class="t-${colorOf(variant)}">${variantLetter(variant)}</b> ${shortName(title)}</span> `,
        ],
  );
}

function drawFigure(name: PageFigure, input: LessonPageInput, most: number): Html {
  const { info, percentiles, evidence, profiles } = input;
  const { variants } = info.setup;
  const sizes = input.figures.length < 3 ? SIZES : LOW;
  const ofRound = text('report.ofRound', { round: String(input.round + 1) });
  switch (name) {
    case 'response': {
      const firsts = firstResponses(info);
      return html`${firsts === null ? null : [firsts.sizes, ...firsts.headers].map(captioned)}`;
    }
    case 'verdicts':
      return html`${comparedPieces({ info }, 'lesson', 'verdicts').map((piece) => ('said' in piece ? null : htmlTable(shortened(piece.table))))}`;
    case 'dots': {
      const dots = shownDots(questionFirst(info.dots, info.setup.question)).slice(0, 2);
      return halves(dots.map((one) => named(dotPanel(one, roundsOf(info), sizes.half), variants)));
    }
    case 'percentiles': {
      const curves = curvesOf(percentiles);
      return curves.length === 0 ? html`` : html`<div class="wide">${named(curvesPanel(curves, false, sizes.whole), variants)}</div>`;
    }
    case 'answer-order': {
      const top = slowestOf(evidence.map(({ responseOrder }) => responseOrder));
      const panels = evidence.map(({ variant, responseOrder }) =>
        named(responseOrderPanel(variant, responseOrder, top, sizes.half), variants, variant),
      );
      return halves(panels, evidence.length === 0 ? null : `${text('compare.responseOrder.title')}. ${ofRound}`);
    }
    case 'stalls': {
      const charts = STALLS.flatMap((measure) => overlaid(measure, evidence) ?? []).filter(isLine);
      const [side, size] = charts.length < 3 ? ([halves, sizes.half] as const) : ([thirds, sizes.third] as const);
      return side(
        charts.map((chart) => named(timePanel({ ...chart, size }), variants)),
        charts.length === 0 ? null : `${text('run.time.heading')}. ${ofRound}`,
      );
    }
    case 'queue': {
      const queue = queueOf(info);
      // What it says stands beside it.
      return queue === null
        ? html``
        : halves([named(queuePanel(queue, sizes.queue), variants), html`<p class="what">${tellQueue(queue)}</p>\n`]);
    }
    case 'flame':
      return html`${profiles.map(({ b, flame }) => html`<div class="wide">${legendOf(variants)}${diffFlameFigure(`flame-${variantLetter(b)}`, flame, { a: variantLetter(0), b: variantLetter(b) }, most)}</div>`)}`;
  }
}

/** Of a run of a second some figures are a single point, which says nothing about time. */
function isLine({ lines }: TimeChart): boolean {
  return lines.some(({ values }) => values.filter((value) => value !== null).length > 2);
}

/** p values and numbers of pairs are in the report. */
function shortened(table: ReportTable): ReportTable {
  const { note: _, ...shown } = narrowTable(table);
  return shown;
}

/** Captions are hidden on the sheet, as verdicts need none. */
function captioned({ note: _, ...table }: ReportTable): Html {
  return html`<p class="what">${table.caption}</p>\n${htmlTable(table)}`;
}

const halves = (figures: readonly Html[], what: string | null = null): Html => beside('charts', figures, what);
const thirds = (figures: readonly Html[], what: string | null = null): Html => beside('charts three', figures, what);

function beside(columns: string, figures: readonly Html[], what: string | null): Html {
  if (figures.length === 0) return html``;
  return html`${what === null ? null : html`<p class="what">${what}</p>\n`}<div class="${columns}">${figures}</div>\n`;
}

/** How to read it is said in class; there is no room for it. */
function named({ title, drawing, body }: Panel, variants: Variants, only: number | null = null): Html {
  return figure(title, null, svg(drawing, body), names(variants, only));
}
