/** Failures of comparisons. */
export const comparison = {
  setThroughput:
    'With a set arrival rate the throughput follows the schedule for as long as the server keeps up, so it cannot be the question.',
  noSuchFigure: 'No run of this load has {metric}.',
  askLatency: 'Ask for a latency: --question p50, mean or p99.',
  ofVariant: 'Variant {variant}: {what}',
  endedInAll: 'its server ended before the load did in {runs, plural, one {its only run} other {all of its # runs}}. {why}',
  notMeasuredTwice: 'Two attempts in a row to measure variant {variant} failed: {what}',
  runNotRecorded: 'This run of the comparison has not been recorded.',
  noSuchRun: 'The comparison has no such run.',
  noExactFrames: 'Exact frames need a single run: a comparison has no second pass.',
  noProfiledRun: 'Variant {variant} has no run with a profile.',
  noCommonProfile: 'The two variants have no profiles of one kind, of CPU time or of what is allocated.',
  onlyAlive: 'How much is alive at the end of a run depends on how many requests it had, so that two variants do not compare by it.',
  toolNotRun: 'A result of another tool has no set-up that could be run.',
  isProfile: '"{name}" is a profile without requests.',
  isServices: '"{name}" is a study of unknown services, without a run.',
  otherWaits:
    'A request to {variant} waits {size} {than, select, less {less} other {more}} for {to} than one to {base} ({low} to {high}), with the mean latency {latency} {than, select, less {lower} other {higher}}{cpu, select, unchanged { and CPU unchanged} other {}}.',
  otherLine:
    'A request to {variant} is in line for a socket to {to} for {size} {than, select, less {less} other {longer}} than one to {base} ({low} to {high}), with the mean latency {latency} {than, select, less {lower} other {higher}}{cpu, select, unchanged { and CPU unchanged} other {}}.',
  hasRuns: '"{name}" is a comparison or a grid of several runs.',
  notBegun: 'Nothing was measured in "{name}": it failed before that.',
  stillRunning: '"{name}" is still running.',

  exactAlone: 'Leave {setting_exactFrames} out, or use it with loopscope run.',
  compareAllocated: 'Compare what they allocate (without {setting_alive}), or look for a leak in each: loopscope leak.',
  profileRuns: 'Compare with profiled runs.',
  useRuns: 'Compare sessions with a run.',
  chooseRun: 'What can be compared are runs: open it, and save one of them as a session.',
  wait: 'Wait until it has ended.',
} as const;
