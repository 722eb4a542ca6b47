/** The Markdown report in short: under 100 lines, to paste into an issue or a chat with a language model. What it leaves out, the whole report has. */
import { shortName } from '../format/place.ts';
import { variantLetter } from '../model/comparison.ts';
import { type Environment, hasLoad, type RunReport } from '../model/report.ts';
import { otherWarnings } from '../words/load-difference.ts';
import { wordSaid } from '../words/word-said.ts';
import { text } from '../words/words.ts';
import {
  answersOf,
  askedOf,
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
import { routesTable } from './routes-table.ts';
import { answerTo, planSentences, type RunReportInput, metaOf as runMeta, withVariables } from './run-report.ts';
import { failureTable, functionTable, latencyTable, machineRows, ownTable, packagesTable, planTable, serverTable } from './run-tables.ts';
import { markdownTable, type ReportTable } from './table.ts';
import { tickSummaryTable } from './tick-tables.ts';

/** Rows of each part, so that all parts together are under 100 lines. */
const MOST = { causes: 5, warnings: 5, processes: 6, functions: 10, own: 5, packages: 5, differences: 6, verdicts: 4, differing: 8 };
/** The same where requests have a table of their own. */
const MOST_BESIDE_REQUESTS = { ...MOST, causes: 4, processes: 4, functions: 8, own: 3, packages: 3 };
const MOST_REQUESTS = 4;
/** Characters of a warning, a command: one line each. */
const LONGEST = 1_000;

export function formatRunBrief(input: RunReportInput): string {
  const { name, run, environment, command, flame } = input;
  const { lead, rest } = answerTo(input);
  const profile = flame === null ? null : run.profile;
  const requests = hasLoad(run) ? requestsTable(run) : null;
  const most = requests === null ? MOST : MOST_BESIDE_REQUESTS;
  return markdownDocument([
    `# ${escapeMarkdown(name)}`,
    escapeMarkdown(runMeta(input)),
    `**${escapeMarkdown(lead)}**`,
    escapeMarkdown(rest),
    hasLoad(run) ? table(failureTable(run), most.causes) : null,
    warnings(run.warnings.map(wordSaid)),
    ...(hasLoad(run) ? [`${escapeMarkdown(planSentences(run))}${machine(environment)}`, commandLine(command)] : []),
    ...(hasLoad(run) ? [table(latencyTable(run)), table(requests, MOST_REQUESTS), table(serverTable(run), most.processes)] : []),
    ...(profile === null
      ? []
      : [table(functionTable(profile, most.functions)), table(ownTable(profile, most.own)), table(packagesTable(profile), most.packages)]),
    profile === null && run.ticks !== null ? table(tickSummaryTable(run.ticks)) : null,
    profile === null && run.ticks === null ? text('run.overview.noProfile') : null,
  ]);
}

/** The heaviest first: by CPU time where it is told apart by request, else by how often each was sent; null: there is one request. */
function requestsTable({ routes, requests, byRequest = [] }: Pick<RunReport, 'routes' | 'requests' | 'byRequest'>): ReportTable | null {
  return (
    (routes?.cpu ? routesTable({ routes }) : null) ??
    planTable({ requests, byRequest: [...byRequest].sort((one, other) => other.share - one.share) })
  );
}

/** `profiles`: what differs in the code, of two variants. */
export function formatComparisonBrief(facts: ComparisonFacts, profiles: readonly ProfilePair[]): string {
  const { name, info, commands } = facts;
  const titles = info.setup.variants.map(({ title }) => title);
  const pairs = pairsOf(info).filter(({ verdicts }) => verdicts.length > 0);
  const isOne = pairs.length === 1;
  const verdicts = pairs.map((pair) => verdictTable(pair.verdicts, askedOf(info), info));
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
  if (of === null) return null;
  const left = of.rows.length - most;
  if (left <= 0) return markdownTable(of);
  const notes = [text('report.briefMore', { count: left }), ...(of.note === undefined ? [] : [of.note])];
  return markdownTable({ ...of, rows: of.rows.slice(0, most), note: notes.join(' ') });
}
