/** The report of a grid: its table, why some cells have no run, how it was measured. */
import { wordSaid } from '../format/word-said.ts';
import type { Grid } from '../model/comparison/grid.ts';
import { isToldByVerdict } from '../model/failure.ts';
import { tellGrid } from '../phrases/grid.ts';
import { text } from '../words/words.ts';
import { type ComparisonFacts, DETAIL, htmlTables, markdownTables, responseSections } from './comparison-report.ts';
import { commandBlock, formatStored, markdownDocument, markdownNotes, type Sentences, writeDocument, writeWithin } from './document.ts';
import { escapeMarkdown } from './escape.ts';
import { gridProblems } from './grid-table.ts';
import { html } from './html.ts';
import { markdownParts, type PartsRecorded, partSections } from './part-sections.ts';
import { markdownCommand, warningList } from './run-report.ts';
import { tellEnd } from './sentences.ts';

export function formatGridHtml(grid: Grid, facts: ComparisonFacts, recorded: PartsRecorded = new Map()): string {
  return writeWithin(DETAIL, (most) => writeGrid(grid, facts, recorded, most));
}

function writeGrid(grid: Grid, facts: ComparisonFacts, recorded: PartsRecorded, most: number): string {
  const { name, info, environment, notes, commands } = facts;
  const cells = info.cells ?? [];
  const problems = gridProblems(cells);
  return writeDocument({
    kicker: text('grid.kicker'),
    name,
    meta: metaOf(grid, facts),
    answers: answersOf(facts),
    legend: null,
    warnings: info.warnings.map(wordSaid),
    notes,
    sections: [
      {
        id: 'cells',
        title: text('grid.title'),
        body: html`${htmlTables({ info }, 'cells')}${
          problems.length === 0 ? null : html`<h3>${text('grid.problems')}</h3><ul>${problems.map((one) => html`<li>${one}</li>\n`)}</ul>`
        }`,
      },
      ...responseSections(info),
      ...partSections(info, recorded, most),
      {
        id: 'how',
        title: text('grid.how'),
        body: html`<p>${text('grid.order')}</p>
${commands.map((command, index) => commandBlock(commandTitle(facts, index), command))}`,
      },
    ],
    environment,
  });
}

/** `isWhole`: with the commands of all cells. */
export function formatGridMarkdown(grid: Grid, facts: ComparisonFacts, isWhole: boolean): string {
  const { name, info, notes, commands } = facts;
  const cells = info.cells ?? [];
  const problems = gridProblems(cells);
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(metaOf(grid, facts)),
    ...answersOf(facts).flatMap(({ lead, rest }) => [`**${escapeMarkdown(lead)}**`, escapeMarkdown(rest)]),
    notes.trim() === '' ? null : `## ${text('compare.conclusion.title')}`,
    notes.trim() === '' ? null : markdownNotes(notes),
    ...warningList(info.warnings.map(wordSaid)),
    `## ${text('grid.title')}`,
    ...markdownTables(info, 'cells'),
    problems.length === 0 ? null : `### ${text('grid.problems')}`,
    problems.map((one) => `- ${escapeMarkdown(one)}`).join('\n'),
    ...markdownTables(info, 'responses'),
    ...markdownParts(info),
    `## ${text('grid.how')}`,
    text('grid.order'),
    ...(isWhole ? commands.map((command, index) => `${escapeMarkdown(commandTitle(facts, index))}\n\n${markdownCommand(command)}`) : []),
  ]);
}

function answersOf({ info, failure }: ComparisonFacts): Sentences[] {
  return [...(isToldByVerdict(failure) ? [] : [tellEnd(failure)]), { lead: tellGrid(info.cells ?? []), rest: '', bad: false }];
}

function commandTitle({ info }: ComparisonFacts, index: number): string {
  return text('grid.commandOf', { run: index + 1, title: info.setup.variants[index]!.title });
}

function metaOf({ cases, topologies }: Grid, { createdAt, info }: ComparisonFacts): string {
  const stored = formatStored(createdAt);
  const size = text('grid.size', { cells: info.setup.variants.length, cases: cases.length, topologies: topologies.length });
  return stored === '' ? size : `${size} · ${text('report.recorded', { at: stored })}`;
}
