/** Texts that only reports have: their readers may never have used Loopscope, so each figure is explained beside it. */
export const report = {
  kicker: {
    run: 'Loopscope report of a run',
    profile: 'Loopscope report of a CPU profile',
    load: 'Loopscope report of a load result of another tool',
    heap: 'Loopscope report of a snapshot of a heap',
    comparison: 'Loopscope report of a comparison',
  },
  recorded: 'recorded {at}',
  footer: 'Written by Loopscope {version}. This file loads nothing and runs nothing; all of its figures come from the saved session.',
  footerNoVersion: 'Written by Loopscope. This file loads nothing and runs nothing; all of its figures come from the saved session.',
  contents: 'Contents',
  conclusionCut: 'The rest is in the session.',
  endedEarly: 'Ended early: {message}',
  logOtherV8: 'This log was written by another V8 than that of the Node that read it: ticks may be missing, or have wrong names.',
  ticksOnly: '{ticks, plural, one {# tick} other {# ticks}}.',
  ticksCalled: '{percent} of ticks are in {place} and what it calls.',
  ticksItself: '{percent} of ticks are in {place} itself.',
  collecting: '{percent} of {of} is garbage collection.',
  ticksCollecting: '{percent} of ticks fell into garbage collection; they count for the code that was running, too.',
  ticksOutside:
    '{percent} of ticks are in {line, select, cpp {C++ functions} other {shared libraries (Node’s own binary may be one)}}, whoever called them.',
  ticksFew: 'That is too few to name functions: {needed, number} ticks are needed.',
  ticksLost:
    'Most ticks are in no function that is known: {libraries} are in shared libraries (Node’s own binary may be one), {unaccounted} unaccounted for.',
  countedOnly:
    '{unit, select, weight {{called, select, none {The weights add up to {amount}.} other {{amount} in all: {called}{name, select, alloc_objects {, freed since or not} other {}}.}}} samples {{amount}{idle, select, none {} other {, without idle ones}}.} ticks {{amount}{idle, select, none {} other {, without idle ones}}.} other {{amount} in all{samples, plural, =-1 {} one {, in # sample} other {, in # samples}}{called, select, none {} other {: {called}{name, select, alloc_space {, freed since or not} other {}}}}{idle, select, none {} other {, without {idle} of idle time}}.}}',
  /** What files call what they measure. */
  called:
    '{name, select, cpu {CPU time} wall {wall-clock time} delay {time waited (delay)} contentions {number of waits (contentions)} alloc_space {memory allocated (alloc_space)} inuse_space {memory held (inuse_space)} alloc_objects {number of objects allocated (alloc_objects)} inuse_objects {number of objects held (inuse_objects)} goroutine {number of goroutines} selfSize {sampled memory} other {value “{shown}”}}',
  ofCalled: 'the {called}',
  profileFew: 'That is too few to name functions: {needed, number} samples are needed.',
  threadBlocked:
    'For {least, select, yes {at least } other {}}{percent} of the time {threads, plural, one {its thread} other {the longest waiting of its # threads}} waited in {call}.',
  threadBlockedTwo:
    'For {least, select, yes {at least } other {}}{percent} of the time {threads, plural, one {its thread} other {the longest waiting of its # threads}} waited in calls: for {first} in {call}; for {second} in {other}.',
  profileOnly:
    '{time} in {samples, plural, one {# sample} other {# samples}}{of, select, sampled {, without idle time and calls known to block} other {}}.',

  plan: '{asked}: {plan}.',
  planCommand: 'The {plan}; measured {time}. What it requested, and how, is set by the command.',
  planMeasured: '{asked}: {plan}; measured {time}.',
  askedOne: '{method} {url}',
  askedPlan: '{order, select, sequence {A sequence} other {A mix}} of {count, plural, one {one request} other {# requests}} ({names})',
  askedStored: 'The requests of a plan',
  planTimeout: 'A request without a complete response after {seconds} s has failed.',
  /** Clients other than our own, by their kind. */
  madeBy: {
    autocannon: 'The requests were made by autocannon, which opens its connections when measuring starts.',
    k6: 'The requests were made by k6, which times them from when it sends them.',
  },
  planNoKeepAlive: 'Each request opens a connection of its own.',

  timeThinned:
    'The recording has more points than a chart can show: each drawn point is the highest of up to {points, number} in a row (rates: their mean).',
  moreLines: 'and {count, number} more',
  density: 'Latency as density',
  densityHelp:
    'How many responses took how long, by the time at which they ended: a cell is {seconds, plural, one {# second} other {# seconds}} and a tenth of a decade, with 1 to {most, number} responses in it, and the stronger its colour, the more. Two bands are two kinds of requests.',
  secondsTable: 'Second by second',
  secondsOpen: 'The same second by second, as a table',
  second: 'Second',

  figures: 'Figures',
  status: 'Status',
  count: 'Count',
  error: 'Error',
  percentiles: 'Percentiles of all measured runs',

  profile: 'Where the time went',
  ticks: 'Classic ticks',
  ticksSummary: 'Summary of {total, plural, one {# tick} other {# ticks}}',
  ticksNote:
    'Ticks as node --prof-process counts them; of a run of Loopscope, those of its measured phase. GC is not a part of the sum: its ticks are also in the other rows.',
  ticksExcluded:
    'Of the total, {count, plural, one {# tick was} other {# ticks were}} left out of the text by the options it was made with (such as -j): {count, plural, one {it is} other {they are}} in none of the rows.',
  flameTitle: 'Flame graph of {samples, plural, one {# sample} other {# samples}}',
  flameSummaryWeight: 'Widths are of {weight}. The heaviest functions: {functions}.',
  flameTable: 'The table of functions has the same figures.',
  /** Of a figure or a table of one variant. */
  ofVariant: '{letter}: {title}',
  sentence: '{line}.',
  flamePoint: 'Point at a bar for its figures.',
  flameSummary:
    'Widths are of {time} {of, select, estimate {estimated CPU time} sampled {sampled time} other {CPU time}}. The heaviest functions: {functions}.',
  frame: '{total} total ({totalPercent}), {self} self ({selfPercent})',
  frameFolded: '{total} total ({totalPercent}), {self} self ({selfPercent}), {folded} folded',
  functions: 'Functions by self {unit, select, microseconds {time} bytes {memory} other {weight}}',
  ownFunctions: 'Functions of your own by total {unit, select, microseconds {time} bytes {memory} other {weight}}',
  packages: 'Packages by total {unit, select, microseconds {time} bytes {memory} other {weight}}',
  files: 'Files by self {unit, select, microseconds {time} bytes {memory} other {weight}}',
  briefMore: '{count, number} more in the whole report.',
  functionsNote:
    'Self is {unit, select, microseconds {the time} other {what was counted}} in the function’s own code, total includes what it called.',
  calledBy: 'called from {place}',
  marginsNote: '±: half of the 95 % confidence interval of a share, in percentage points.',
  rowsShown: 'The first {shown, number} of {count, number}{more, select, yes { or more} other {}}.',

  server: 'The server',
  noServer: 'The server was not sampled during this run.',

  how: 'How it was measured',
  commandOf: 'Command line of {letter}',

  interval: '95 % interval',
  p: 'p',
  pHolm: 'p, Holm',
  verdictsMedians:
    'A and B are medians over the runs; the difference is estimated from the pairs (Hodges-Lehmann), not from the two medians, and can point the other way.',
  verdictsNote:
    'Each run is a fresh process. p is from an exact sign-flip test over the pairs, corrected for the number of metrics (weighted Holm: half of the 5 % risk of a false difference is kept for the question, the other metrics share the rest); equivalent means that the whole interval lies within the bounds. Spread is the standard deviation of the latencies of one run.',
  reachQuestion:
    'With {variants} variants, {pairs} pairs can show a difference in the question ({metric}) only; in any other metric that takes {needed} pairs.',
  reachWithQuestion:
    'With {variants} variants, {pairs} pairs can show a difference in a metric other than the question ({metric}) only if the question differs, too; {needed} pairs show it on its own.',
  asked: 'The question, {metric}, was fixed before the first of them.',
  sensitivity:
    '{pairs, plural, =0 {With this many pairs} other {With # pairs}} four of five such comparisons show differences of {differences}; smaller ones are often missed.',
  sensitivityUnknown:
    'How small a difference such comparisons show is not known: that takes figures of at least {runs, number} runs of each variant, and of three quarters of all its runs.',
  sensitivityQuestionUnknown:
    'How small a difference in {metric} they show is not known: that takes its figure of at least {runs, number} runs of each variant, and of three quarters of all its runs.',
  sensitivityOne: 'about {percent} or more in {metric}',
  sensitivityTimes: 'a factor of {most, select, yes {over} other {about}} {times}{most, select, yes {} other { or more}} in {metric}',
  requestsOf: 'Requests of {letter}, {unit}',
  ofRound: 'One run of each variant, of round {round}.',
  diffFlameHelp:
    '{unit, select, bytes {Heap allocated} other {Time}} per request of {a} and {b} on one call tree; a bar’s width is the mean of both, so that what only one of them has is there, too. Blue and −: less in {b}; orange and +: more in {b}; grey: the difference is within the sampling error of one profiled run each.',
  diffFlameTitle: '{unit, select, bytes {Allocations: difference} other {Difference}} flame graph of {b} against {a}',
  diffRow: '{letter}: {total} per request ({percent}), {self} self',
  diffOf: 'Difference {difference} ({percent})',
  sideTitle: '{unit, select, bytes {Allocations: flame} other {Flame}} graph of {letter}, on the scale of both',
  sideHelp:
    'Both sides on one scale: a bar of the same width {unit, select, bytes {allocated as much} other {took the same time}} per request.',
  sideSummary:
    '{letter}: {time} of {of, select, allocated {heap allocated} estimate {estimated CPU time} sampled {sampled time} other {CPU time}} per request, {requests} requests profiled.',
  diffFunctions: 'Functions by difference{unit, select, bytes { of what they allocate} other {}}, {b} against {a}',
  diffFunctionsNote:
    '{unit, select, bytes {Bytes of heap} other {µs}} per request, from separate profiled runs; the figures above come from runs without a profiler. In brackets: within the sampling error of one profiled run each.',
  noDiff: 'At least one of the variants has no profile.',
  order:
    '{pairs, plural, one {# round} other {# rounds}} of measured runs, each a fresh process without a profiler; the order within each round is drawn from seed {seed}.',
  profiledAfter: 'Profiled runs follow and are used for the flame graphs only.',
} as const;
