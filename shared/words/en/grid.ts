/** A grid: every case of a load on every topology of a server, one run each. */
export const grid = {
  title: 'Every cell',
  cell: 'Cell',
  case: 'Case',
  topology: 'Topology',
  responses: 'Responses',
  throughput: 'Responses/s',
  p50: 'p50, ms',
  p99: 'p99, ms',
  failed: 'Failed, %',
  cpu: 'CPU, %',
  difference: {
    throughput: 'Responses/s, difference, %',
    p50: 'p50, difference, %',
    p99: 'p99, difference, %',
  },
  weak: '({value})',
  /** Why a cell has no difference; short, in a table. */
  no: {
    first: 'first',
    failed: 'over {most} % failed',
    firstFailed: 'over {most} % of the first failed',
    firstMissing: 'no first to compare with',
  },
  state: {
    planned: 'planned',
    running: 'running',
    measured: 'measured',
    stopped: 'stopped',
    failed: 'not measured',
  },
  /** The first sentence of a result. */
  answer:
    '{measured, number} of {cells, plural, one {# cell} other {# cells}} measured, one run each: the figures describe what happened, and no difference is a verdict.{failed, plural, =0 {} one { In # cell over {most} % of the requests failed.} other { In # cells over {most} % of the requests failed.}}',
  note: 'Differences are from {first} in the same case, of two single runs. “Failed” counts requests without a response, with an unexpected status, or dropped; where it is over {most} %, nothing is compared, as those who waited longest are missing from the latency. CPU is that of all processes of the server, in percent of one core, the median over the time measured. Figures in brackets are of too few responses.',
  problems: 'Cells without a whole run',
  problem: '{count, plural, one {Cell} other {Cells}} {runs}: {why}',
  how: 'How it was measured',
  order: 'One cell after the other, each in fresh processes, those of one case next to each other.',
  commandOf: 'Cell {run, number}: {title}',
  kicker: 'Grid',
  size: '{cells, plural, one {# cell} other {# cells}} ({cases, number} × {topologies, number})',
  plan: '{cells, plural, one {# cell} other {# cells}} ({cases, number} × {topologies, number}), one run each, about {time}. They are described and not judged; the verdict on a difference takes a comparison.',
  missing: '{cells, plural, one {# cell} other {# cells}} cannot be run here: {why}',
  progress: 'Cell {run, number} of {runs, number}: {title}{left, select, none {} other {, about {left} left}}',
  pass: 'Cell {run, number} of {runs, number}: {title}, {what}',
  openOne: 'One cell as a run: `loopscope show FILE --run N`.',
} as const;
