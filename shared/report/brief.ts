/** The Markdown report in short: under 100 lines, to paste into an issue or a chat with a language model. What it leaves out, the whole report has. */
import { shortName } from '../format/place.ts';
import { wordSaid } from '../format/word-said.ts';
import { variantLetter } from '../model/comparison/comparison.ts';
import { type AnyRunReport, type Environment, hasLoad } from '../model/report.ts';
import { otherWarnings } from '../phrases/load-difference.ts';
import { text } from '../words/words.ts';
import {
  answersOf,
  type ComparisonFacts,
  metaOf as comparisonMeta,
  letters,
  loadSentences,
  orderSentences,
  type ProfilePair,
  pairsOf,
} from './comparison-report.ts';
import { differencesTable, diffFunctionTable, verdictTable } from './comparison-tables.ts';
import { cutText, markdownAnswer, markdownDocument } from './document.ts';
import { codeMarkdown, escapeMarkdown } from './escape.ts';
import { answerTo, planSentences, type RunReportInput, metaOf as runMeta, withVariables } from './run-report.ts';
import { cutTable, markdownTable, type ReportTable } from './table.ts';
import { machineRows } from './tables/environment.ts';
import { piecesOf, tellLeft } from './tables/index.ts';
import type { Section } from './tables/run-table.ts';

/** Rows of each part, so that all parts together are under 100 lines. */
const MOST = { warnings: 5, functions: 10, verdicts: 4, differing: 8 };
/** Characters of a warning, a command: one line each. */
const LONGEST = 1_000;

export function formatRunBrief(input: RunReportInput): string {
  const { name, run, environment, command, flame } = input;
  const { lead, rest } = answerTo(input);
  const profile = flame === null ? null : run.profile;
  const isCrowded = piecesOf(run, 'brief', 'requests').length > 0;
  const pieces = (...sections: readonly Section[]): string[] => sections.flatMap((section) => briefPieces(run, section, isCrowded));
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(runMeta(input)),
    `**${escapeMarkdown(lead)}**`,
    escapeMarkdown(rest),
    ...pieces('failures'),
    warnings(run.warnings.map(wordSaid)),
    ...(hasLoad(run) ? [`${escapeMarkdown(planSentences(run))}${machine(environment)}`, commandLine(command)] : []),
    ...pieces('speed', 'requests', 'server'),
    ...(profile === null ? pieces('ticks') : pieces('functions')),
    profile === null && run.ticks === null ? text('run.overview.noProfile') : null,
  ]);
}

function briefPieces(run: AnyRunReport, section: Section, isCrowded: boolean): string[] {
  return piecesOf(run, 'brief', section, { isCrowded }).map((piece) =>
    'said' in piece ? escapeMarkdown(piece.said) : markdownTable(piece.table),
  );
}

/** `profiles`: what differs in the code, of two variants. */
export function formatComparisonBrief(facts: ComparisonFacts, profiles: readonly ProfilePair[]): string {
  const { name, info, commands } = facts;
  const titles = info.setup.variants.map(({ title }) => title);
  const pairs = pairsOf(info).filter(({ verdicts }) => verdicts.length > 0);
  const isOne = pairs.length === 1;
  const verdicts = pairs.map((pair) => verdictTable(pair.verdicts, info));
  const [profile] = isOne ? profiles : [];
  const { a, b } = letters(profile?.b ?? 1);
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(comparisonMeta(facts)),
    titles.map((title, variant) => `- **${variantLetter(variant)}** ${escapeMarkdown(shortName(title))}`).join('\n'),
    ...answersOf(facts).map(markdownAnswer),
    warnings(otherWarnings(info.warnings)),
    `${escapeMarkdown(`${orderSentences(info)} ${loadSentences(info)}`)}${machine(facts.environment)}`,
    // Each a run of its own, as in the whole report.
    commands.map((command, variant) => `- **${variantLetter(variant)}** ${codeMarkdown(oneLine(command))}`).join('\n'),
    table(differencesTable(info.differences, info.setup), MOST.differing),
    ...verdicts.map((verdict, index) => {
      if (isOne) return table(verdict);
      // The notes are the same for all of them.
      const { note: _note, ...others } = verdict;
      return index === verdicts.length - 1
        ? table(verdict, MOST.verdicts)
        : table({ ...others, rows: verdict.rows.slice(0, MOST.verdicts) });
    }),
    profile === undefined ? null : table(diffFunctionTable(profile.functions, a, b, MOST.functions)),
  ]);
}

function warnings(told: readonly string[]): string | null {
  if (told.length === 0) return null;
  const left = told.length - MOST.warnings;
  const shown = told.slice(0, MOST.warnings).map((warning) => `- ${escapeMarkdown(oneLine(warning))}`);
  return [`${text('run.overview.warnings')}:`, '', ...shown, ...(left > 0 ? [`- ${text('report.briefMore', { count: left })}`] : [])].join(
    '\n',
  );
}

/** As the end of a paragraph. */
function machine(environment: Environment | null): string {
  const facts = machineRows(environment).map(([name, value]) => `${name}: ${shortName(value)}`);
  return facts.length === 0 ? '' : ` ${escapeMarkdown(`${facts.join('; ')}.`)}`;
}

function commandLine(command: string | null): string | null {
  return command === null ? null : withVariables(codeMarkdown(oneLine(command)), command);
}

function oneLine(long: string): string {
  return cutText(long, LONGEST).text;
}

function table(of: ReportTable | null, most = Number.POSITIVE_INFINITY): string | null {
  return of && markdownTable(cutTable(of, most, tellLeft));
}
