/** Every word of a report, English. What a figure means is said beside it: the reader may never have seen the program. */
import type { Metric, Verdict } from '../model/comparison.ts';
import type { FrameKind } from '../model/report.ts';
import type { ProcessRole } from '../model/run.ts';

const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  throughput: 'Throughput',
  mean: 'Mean latency',
  p50: 'p50 latency',
  p90: 'p90 latency',
  p99: 'p99 latency',
  cpuMsPerRequest: 'CPU per request',
  rssBytes: 'Memory',
};

/** In the middle of a sentence. */
const METRIC_PHRASES: Readonly<Record<Metric, string>> = {
  throughput: 'throughput',
  mean: 'mean latency',
  p50: 'p50 latency',
  p90: 'p90 latency',
  p99: 'p99 latency',
  cpuMsPerRequest: 'CPU per request',
  rssBytes: 'memory',
};

const KIND_NAMES: Readonly<Record<FrameKind, string>> = {
  own: 'Your code',
  dependency: 'Dependency',
  core: 'Node core',
  native: 'Native or GC',
};

const FIELDS: Readonly<Record<string, string>> = {
  script: 'Script',
  args: 'Arguments',
  cwd: 'Working folder',
  node: 'Node binary',
  portTimeoutS: 'Time to listen, s',
  url: 'URL',
  method: 'Method',
  connections: 'Connections',
  durationS: 'Duration, s',
  requests: 'Requests',
  warmupS: 'Warm-up, s',
  timeoutS: 'Time-out, s',
  body: 'Body',
  keepAlive: 'Keep-alive',
  allowHost: 'Other machine allowed',
  capture: 'Capture',
  intervalUs: 'Sampling interval, µs',
};

export const words = {
  kindNames: KIND_NAMES,
  metricNames: METRIC_NAMES,
  metricPhrases: METRIC_PHRASES,
  kicker: (what: 'run' | 'profile' | 'comparison') =>
    ({ run: 'Loopscope report of a run', profile: 'Loopscope report of a CPU profile', comparison: 'Loopscope report of a comparison' })[
      what
    ],
  recorded: (at: string) => `recorded ${at}`,
  footer: (version: string) =>
    `Written by Loopscope ${version}. This file loads nothing and runs nothing; all of its figures come from the saved session.`,
  footerNoVersion: 'Written by Loopscope. This file loads nothing and runs nothing; all of its figures come from the saved session.',
  contents: 'Contents',
  conclusion: 'Conclusion',
  conclusionCut: 'The rest is in the session.',
  warnings: 'Before you believe the figures',
  failure: (message: string) => `Ended early: ${message}`,

  // The first sentences.
  within: (percent: string, time: string) => `${percent} of answers came within ${time}.`,
  failedBoth: (failed: string, failedPercent: string, unexpected: string, unexpectedPercent: string) =>
    `${failed} requests failed (${failedPercent}), ${unexpected} had an unexpected status (${unexpectedPercent}).`,
  failedOnly: (failed: number, shown: string, percent: string) => `${shown} ${plural(failed, 'request')} failed (${percent}).`,
  unexpectedOnly: (unexpected: number, shown: string, percent: string) =>
    `${shown} ${plural(unexpected, 'answer')} had an unexpected status (${percent}).`,
  completedRate: (completed: string, sent: string, rate: string) => `${completed} of ${sent} requests completed, at ${rate}.`,
  completed: (completed: string, sent: string) => `${completed} of ${sent} requests completed.`,
  notEnough: (count: number, shown: string) =>
    count === 0
      ? 'Not enough data: no answer with an expected status.'
      : `Not enough data: ${shown} ${plural(count, 'answer says', 'answers are')} ${count === 1 ? 'nothing about the next' : 'too few to say how long they take'}.`,
  loop: (percent: string) => `The server’s event loop was busy ${percent} of the time.`,
  nothing: 'No request was sent.',
  lessThan: (percent: string) => `under ${percent}`,
  profileOnly: (time: string, samples: string) => `${time} of active time in ${samples} samples.`,

  // Load plan.
  planDuration: (connections: number, shown: string, seconds: string) => `${shown} ${plural(connections, 'connection')} for ${seconds} s`,
  planAmount: (connections: number, shown: string, requests: number, shownRequests: string) =>
    `${shown} ${plural(connections, 'connection')}, ${shownRequests} ${plural(requests, 'request')}`,
  planWarm: (plan: string, seconds: string) => `${plan}, after ${seconds} s of warm-up`,
  planClosed: 'Closed load: every connection sends its next request when the answer to the last one has arrived.',
  planMethod: (method: string, url: string) => `${method} ${url}`,
  planTimeout: (seconds: string) => `A request without a whole answer after ${seconds} s has failed.`,
  planNoKeepAlive: 'Each request opens a connection of its own.',

  // Over time.
  time: 'Over time',
  timeAxis: 'Time, s',
  timeThinned: (points: number) =>
    `The recording has more points than a picture can show: each drawn point is the highest of up to ${points} in a row (rates: their mean).`,
  chartTitle: (title: string, unit: string) => `${title}, ${unit}`,
  chartSummary: (label: string, points: number, low: string, high: string, last: string, unit: string) =>
    `${label}: ${points} ${plural(points, 'point')}, lowest ${low}, highest ${high}, last ${last}; all in ${unit}.`,
  chartEmpty: (label: string) => `${label}: no data.`,
  moreLines: (count: number) => `and ${count} more`,
  latency: 'Latency',
  latencyOf: (letter: string) => `Latency of ${letter}`,
  latencyHelp: 'Of the answers of each second: half were faster than p50, 99 of 100 faster than p99. The band spans p50 to p99.',
  throughput: 'Throughput',
  throughputHelp: 'Answers per second; failed requests and unexpected statuses stand in front.',
  throughputLineHelp: 'Answers per second.',
  inFlight: 'In flight',
  inFlightHelp: 'Requests sent and not answered yet.',
  cpu: 'Server CPU',
  cpuHelp: '100 % is one core. JavaScript runs on one thread.',
  memory: 'Memory',
  memoryHelp: 'Resident memory of each process.',
  loopBusy: 'Event loop busy',
  loopHelp: 'Share of the time the event loop ran code instead of waiting.',
  stall: 'Longest stall',
  stallHelp: 'The longest time the event loop could not turn since the look before.',
  gc: 'GC time',
  gcHelp: 'Time in garbage collection, per second.',
  completedLine: 'completed',
  failedLine: 'failed',
  unexpectedLine: 'unexpected',
  requestsLine: 'requests',
  process: (role: ProcessRole, pid: number) => `${role === 'cluster worker' ? 'worker' : role} ${pid}`,
  secondsTable: 'Second by second',
  secondsOpen: 'The same second by second, as a table',
  second: 'Second',

  // Figures.
  figures: 'Figures',
  stat: 'Stat',
  percentile: (percentile: string) => `${percentile} %`,
  avg: 'Avg',
  stdev: 'Stdev',
  max: 'Max',
  min: 'Min',
  answers: 'Answers',
  withUnit: (name: string, unit: string) => `${name}, ${unit}`,
  firstByte: 'First byte',
  connect: 'Connect',
  otherStatuses: 'Other statuses',
  requestsPerSecond: 'Requests/s',
  bracketed: (value: string) => `(${value})`,
  weakMark: (count: string, needed: string) => `Weak: ${count} answers, needs ${needed}`,
  weakNote: 'Values in brackets stand on too few answers to be relied on.',
  weakRow: (count: string, needed: string) => `n ${count}, needs ${needed}`,
  fewSeconds: (seconds: number) => `Over ${seconds} whole ${plural(seconds, 'second')}: too short for a spread.`,
  wholeSeconds: (seconds: number) => `Over ${seconds} whole seconds.`,
  noLatency: 'No answer with an expected status (200 to 399) came, so there is no latency to show.',
  noThroughput: 'Nothing was completed, so there is no throughput to show.',
  requests: 'Requests',
  sent: 'Sent',
  completedRow: 'Completed',
  failed: 'Failed',
  timedOut: 'of these timed out',
  unfinished: 'Unfinished at the end',
  unexpected: 'Unexpected status',
  dropped: 'Kept only as sums',
  bytes: 'Received',
  statusCodes: 'Status codes',
  noStatus: 'No answer came.',
  status: 'Status',
  count: 'Count',
  errors: 'Errors',
  noErrors: 'No request failed.',
  error: 'Error',
  percentiles: 'Percentiles of all measured runs',
  allPercentiles: 'All latency percentiles',
  percentileColumn: 'Percentile',
  latencyColumn: (unit: string) => `Latency, ${unit}`,
  note: 'Note',
  name: 'Name',
  value: 'Value',

  // Profile.
  profile: 'Where the time went',
  noProfile: 'No CPU profile was captured.',
  flame: 'Flame graph',
  flameHelp:
    'Each bar is a function, the functions it called stand below it. Its width is its time with everything it called; what of its lower edge is uncovered is its own. Left to right is by name, not by time. Point at a bar for its figures.',
  flameTitle: (samples: string) => `Flame graph of ${samples} samples`,
  flameSummary: (base: string, rows: string) =>
    `Widths are of ${base} active time. The heaviest functions: ${rows}. The table of functions holds the same figures.`,
  flameFolded: (count: string) => `${count} frames too small to draw are counted in their callers.`,
  frameTitle: (name: string, place: string, total: string, totalPercent: string, self: string, selfPercent: string) =>
    `${name}${place === '' ? '' : `\n${place}`}\n${total} in all (${totalPercent}), ${self} itself (${selfPercent})`,
  functions: 'Functions by own time',
  functionColumn: 'Function',
  file: 'File',
  kind: 'Kind',
  selfMs: 'Self, ms',
  selfPercent: 'Self, %',
  totalMs: 'Total, ms',
  totalPercent: 'Total, %',
  functionsNote: (base: string, samples: string) =>
    `Percent of ${base} active time (idle left out), ${samples} samples. Self is the function’s own time, total includes what it called.`,
  functionsShown: (shown: number, of: number) => `The ${shown} heaviest of ${of}.`,
  profileFacts: 'CPU profile',
  samples: 'Samples',
  interval: 'Interval',
  intervalValue: (asked: string, reached: string) => `${asked} asked, ${reached} reached`,
  covers: 'Covers',
  coversValue: (time: string, idle: string) => `${time}, ${idle} of it idle`,
  overhead: 'What profiling costs',
  overheadValue: (percent: string) => `${percent} of throughput`,
  notMeasured: 'not measured',

  // Server.
  server: 'The server',
  processes: 'Processes',
  noServer: 'The server was not looked at during this run.',
  noAgent: 'Without the agent nothing from inside a process is known.',
  pid: 'Process',
  role: 'Role',
  cpuPair: 'CPU avg / max, %',
  rssPair: 'RSS avg / max, MB',
  loopPair: 'Loop avg / max, %',
  stallMax: 'Stall max, ms',
  gcRuns: 'GC runs',
  gcTotal: 'GC, ms',

  // How it was measured.
  how: 'How it was measured',
  environment: 'Environment',
  machine: 'Computer',
  machineValue: (cpu: string, cores: number, memory: string) => `${cpu}, ${cores} ${plural(cores, 'core')}, ${memory}`,
  system: 'System',
  node: 'Node of the server',
  nodePath: 'Node binary',
  engineNode: 'Node of the engine',
  loopscope: 'Loopscope',
  url: 'Loaded',
  script: 'Script',
  args: 'Arguments',
  cwd: 'Working folder',
  exit: 'The script ended',
  exitCode: (code: number | null) => `with code ${code}`,
  exitSignal: (signal: string) => `by signal ${signal}`,
  generator: 'Load process CPU',
  plan: 'Load',
  measured: 'Measured',
  command: 'Command line',
  commandOf: (letter: string) => `Command line of ${letter}`,

  // Comparison.
  variants: 'Variants',
  verdicts: (a: string, b: string) => `${b} against ${a}`,
  metric: 'Metric',
  difference: 'Difference',
  ci: '95 % interval',
  interval95: (low: string, high: string) => `${low} … ${high}`,
  verdict: 'Verdict',
  pairs: 'Pairs',
  p: 'p',
  pHolm: 'p, Holm',
  verdictsNote:
    'A and B are medians over the runs; the difference is estimated from the pairs. Each run is a fresh process. p is of an exact sign-flip test over the pairs, corrected for the number of metrics (Holm); equivalent means that the whole interval lies within the bounds.',
  reasons: {
    'too few pairs': 'too few pairs',
    unfinished: 'unfinished',
    'too noisy': 'too noisy',
    'too few answers': 'too few answers',
  } satisfies Record<NonNullable<Verdict['reason']>, string>,
  reasonSentences: {
    'too few pairs': 'there are too few pairs of runs',
    unfinished: 'not all planned pairs are in',
    'too noisy': 'the runs of one variant differ among themselves as much',
    'too few answers': 'there are too few answers in each run',
  } satisfies Record<NonNullable<Verdict['reason']>, string>,
  noVerdict: (letter: string) => `No verdict about ${letter}: not one pair of runs has figures.`,
  headFaster: (b: string, a: string, word: string, told: string) => `${b} is ${word} than ${a}: ${told}.`,
  headCost: (b: string, a: string, isLess: boolean, told: string) => `${b} needs ${isLess ? 'less' : 'more'} than ${a}: ${told}.`,
  headMixed: (b: string, a: string, told: string) => `${b} is faster than ${a} in some figures and slower in others: ${told}.`,
  headEquivalent: (b: string, a: string, percent: string, told: string) => `${a} and ${b} are equivalent within ${percent}: ${told}.`,
  headUnknown: (b: string, a: string, why: string, told: string) => `Cannot tell whether ${b} differs from ${a}: ${why}. Seen: ${told}.`,
  morePairs: (pairs: string) => `About ${pairs} more pairs would tell.`,
  minimumPairs: (minimum: number) => `A verdict needs ${minimum} pairs.`,
  tell: (metric: string, difference: string, interval: string | null, pairs: number) =>
    `${metric} ${difference}${interval === null ? '' : ` (${interval})`}, ${pairs} ${plural(pairs, 'pair')}`,
  also: (told: string) => `Also: ${told}.`,
  sensitivity: (told: string) => `With so many pairs these runs can show differences from about ${told}.`,
  sensitivityOne: (percent: string, metric: string) => `${percent} in ${metric}`,
  runs: 'Run by run',
  runsHelp: 'Each mark is one run, a fresh process; runs of one round stand above each other. The lines are medians.',
  runsTitle: (metric: string, unit: string) => `${metric}, ${unit}`,
  runsSummary: (letter: string, count: number, median: string, low: string, high: string) =>
    `${letter}: ${count} ${plural(count, 'run')}, median ${median}, from ${low} to ${high}.`,
  curves: 'Latency by percentile',
  curvesHelp:
    'How long the usual and the unlucky requests took, all measured runs together. To the right every step is ten times rarer. Where a line is faint, too few answers stand behind it.',
  curvesSummary: (letter: string, p50: string, p99: string) => `${letter}: half of the answers within ${p50}, 99 % within ${p99}.`,
  curvesUnit: 'Latency, ms',
  arrivals: 'In order of arrival',
  arrivalsHelp: 'Each bar is a request, in the order of the answers; its height is how long it took. All on one scale.',
  arrivalsTitle: (letter: string) => `Requests of ${letter}, ms`,
  arrivalsSummary: (letter: string, shown: string, total: string, high: string) =>
    `${letter}: ${shown} of ${total} requests in the order of their answers, the slowest took ${high}.`,
  arrivalsThinned: (shown: string, total: string) => `${shown} of ${total} requests, evenly spaced`,
  ofRound: (round: number) => `One run of each variant, of round ${round}.`,
  diffFlame: 'Difference flame graph',
  diffFlameHelp: (a: string, b: string) =>
    `Time per request of ${a} and ${b} on one call tree; a bar’s width is the time of both together. Blue and −: ${b} takes less; orange and +: ${b} takes more; grey: less than the samples can tell.`,
  diffFlameTitle: (a: string, b: string) => `Difference flame graph of ${b} against ${a}`,
  diffFlameSummary: (a: string, perA: string, b: string, perB: string) => `${a} took ${perA} of active time per request, ${b} ${perB}.`,
  diffFrameTitle: (name: string, place: string, rows: readonly string[], verdict: string) =>
    `${name}${place === '' ? '' : `\n${place}`}\n${rows.join('\n')}\n${verdict}`,
  diffRow: (letter: string, total: string, percent: string, self: string) => `${letter}: ${total} per request (${percent}), ${self} itself`,
  diffOf: (difference: string, percent: string | null) => `Difference ${difference}${percent === null ? '' : ` (${percent})`}`,
  diffNoise: 'Less than the samples can tell',
  onlyIn: (letter: string) => `only in ${letter}`,
  sideTitle: (letter: string) => `Flame graph of ${letter}, on the scale of both`,
  sideHelp: 'Both sides on one scale: a bar of the same width took the same time per request.',
  sideSummary: (letter: string, perRequest: string, requests: string) =>
    `${letter}: ${perRequest} of active time per request, ${requests} requests profiled.`,
  diffFunctions: (a: string, b: string) => `Functions by difference, ${b} against ${a}`,
  selfOf: (letter: string) => `Self ${letter}, µs`,
  totalOf: (letter: string) => `Total ${letter}, µs`,
  diffFunctionsNote:
    'µs per request, from profiled runs of their own; the figures above come from runs without profiler. In brackets: less than the samples can tell.',
  noDiff: 'There is no CPU profile of both.',
  passes: 'All runs',
  passColumn: 'Run',
  variant: 'Variant',
  round: 'Round',
  passKind: 'Kind',
  measuredPass: 'measured',
  profiledPass: 'profiled',
  excluded: (reason: string) => `left out: ${reason}`,
  counted: 'counted',
  use: 'Verdict',
  differences: 'What differs',
  nothingDiffers: 'Nothing but chance: the variants are the same (A/A).',
  setting: 'Setting',
  notSet: 'not set',
  field: (field: string): string => {
    const known = FIELDS[field];
    if (known !== undefined) return known;
    const dot = field.indexOf('.');
    return `${field.slice(0, dot) === 'header' ? 'Header' : 'Variable'} ${field.slice(dot + 1)}`;
  },
  order: (pairs: number, seed: number) =>
    `${pairs} ${plural(pairs, 'round')} of measured runs, each a fresh process without profiler; the order within each round is drawn from seed ${seed}.`,
  savedSessions: 'Saved runs side by side, made one by one: differences, never a verdict.',
  profiledAfter: 'Profiled runs come after and give the flame graphs only.',
  oneLook: 'One look: one run each gives differences, never a verdict.',
} as const;
