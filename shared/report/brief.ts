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
  loadSentences,
  orderSentences,
  type ProfilePair,
} from './comparison-report.ts';
import { cutText, markdownAnswer, markdownDocument } from './document.ts';
import { codeMarkdown, escapeMarkdown } from './escape.ts';
import { answerTo, planSentences, type RunReportInput, metaOf as runMeta, withVariables } from './run-report.ts';
import { markdownTable } from './table.ts';
import type { Section as ComparedSection } from './tables/compared/compared-table.ts';
import { comparedPieces } from './tables/compared/index.ts';
import { machineRows } from './tables/environment.ts';
import { type Piece, piecesOf } from './tables/index.ts';
import type { Section } from './tables/run-table.ts';

/** So that all parts together are under 100 lines. */
const MOST_WARNINGS = 5;
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
    ...pieces('leak', 'limit', 'speed', 'requests', 'waits', 'server'),
    ...(profile === null ? pieces('ticks') : pieces('functions')),
    profile === null && run.ticks === null ? text('run.overview.noProfile') : null,
  ]);
}

function briefPieces(run: AnyRunReport, section: Section, isCrowded: boolean): string[] {
  return piecesOf(run, 'brief', section, { isCrowded }).map(markdownPiece);
}

function markdownPiece(piece: Piece): string {
  return 'said' in piece ? escapeMarkdown(piece.said) : markdownTable(piece.table);
}

/** `profiles`: what differs in the code, of two variants. */
export function formatComparisonBrief(facts: ComparisonFacts, profiles: readonly ProfilePair[]): string {
  const { name, info, commands } = facts;
  const titles = info.setup.variants.map(({ title }) => title);
  const isOne = new Set(info.verdicts.map(({ b }) => b)).size === 1;
  const compared = { info, profiles: isOne ? profiles.slice(0, 1) : [] };
  const pieces = (section: ComparedSection): string[] => comparedPieces(compared, 'brief', section).map(markdownPiece);
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(comparisonMeta(facts)),
    titles.map((title, variant) => `- **${variantLetter(variant)}** ${escapeMarkdown(shortName(title))}`).join('\n'),
    ...answersOf(facts).map(markdownAnswer),
    warnings(otherWarnings(info.warnings)),
    `${escapeMarkdown(`${orderSentences(info)} ${loadSentences(info)}`)}${machine(facts.environment)}`,
    // Each a run of its own, as in the whole report.
    commands.map((command, variant) => `- **${variantLetter(variant)}** ${codeMarkdown(oneLine(command))}`).join('\n'),
    ...pieces('settings'),
    ...pieces('verdicts'),
    ...pieces('functions'),
  ]);
}

function warnings(told: readonly string[]): string | null {
  if (told.length === 0) return null;
  const left = told.length - MOST_WARNINGS;
  const shown = told.slice(0, MOST_WARNINGS).map((warning) => `- ${escapeMarkdown(oneLine(warning))}`);
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
