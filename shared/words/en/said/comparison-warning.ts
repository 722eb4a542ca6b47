/** What a reader should know before trusting a comparison. */
export const comparisonWarning = {
  machines: 'Different machines: {values}. The difference may be due to the machines.',
  timedBy: '{variants}: requests made and timed by another tool, {tool}. {how} {rate}',
  timedByUs:
    '{variants}: requests made and timed by Loopscope, to the microsecond, from when each was due to the end of its response; throughput is expected responses over the measured time.',
  conventions:
    'The variants were timed in two different ways, so their figures are shown side by side, without a difference and without a verdict.',
  notTold:
    '{variants}: what the load command printed is in no format that Loopscope reads. The load is described, without a verdict; memory of the server is compared.',
  ofTool:
    'Of {variants} it is not known which server was loaded, on which machine, with which settings and under which load: that is not in the file of the tool. Latency depends on all of it.',
  /** Of variants that autocannon loaded at a rate, where it has more latencies than responses. */
  addedByAutocannon:
    'The latencies of {variants} have values among them that autocannon added because of its rate (-R or -r): percentiles may be far below those of its responses.',
  rateOfAutocannon: 'Its throughput is the mean of whole seconds, the last of which counts as a whole even if the load ended within it.',
  rateOfArtillery: 'Its throughput is the rate it reports: the mean of its periods, in whole requests a second.',
  rateOfK6: 'Its throughput is all its requests over the time of the whole test.',
  rateOfAb: 'Its throughput is complete responses over the time from the first request to the end.',
  rateOfWrk: 'Its throughput is all responses over the time that it measured.',
  rateOfWrk2: 'Its throughput is all responses over the time that it measured, and at most the rate that it was told to send at.',
  models: 'Different load models: {values}. Their latencies are not comparable.',
  load: 'Different load: {values}. Latency depends on the load.',
  /** The load is what is compared. */
  loadCompared:
    'The load is what differs: {values}.{models, select, several { In a closed load latency counts from sending, in an open one from when a request was due.} other {}}',
  requests:
    'Different requests: {values}. Figures of whole runs are of different work; requests of the same name are compared with each other.',
  requestsInside:
    'Different request plans: the requests have the same names and differ in what they send, expect or wait for. Figures of whole runs may be of different work.',
  requestsOne: 'one request',
  requestsOfPlan: '{order, select, sequence {one after the other} other {a mix of}} {names}',
  requestsShare: '{percent} % {name}',
  requestsMore: '{count} more',
  moreConnections:
    'More connections bring no more throughput: with {many, plural, one {# connection} other {# connections}} the server sends no more responses a second than with {few}. The other requests wait in line, and their wait is part of the latency.',
  nodes: 'Different Node.js versions: {values}. The difference may be due to the versions.',
  captures: 'Different captures: {values}. Taking a CPU profile slows a server down.',
  versions: 'Different versions of Loopscope: {values}. They may measure differently.',
  valueAfter: '{before}; {next}',
  value: '{variant} {value}',
  unknown: 'unknown',
  machine: '{cpu}, {cores} cores, {os} {arch}',
  loadRequests: '{method}, {sends}, {requests} requests',
  loadSeconds: '{method}, {sends}, {seconds} s',
  planned: 'the requests of a plan',
  loadNew: '{load}, a new connection each time',
  loadWorkers: '{load}, from {workers} load processes',
  loadByAutocannon: '{load}, sent by autocannon',
  loadByK6: '{load}, sent by k6',
  loadByCommand: 'what the load command makes',
  recovered: 'Loopscope was killed during this comparison: it contains the runs that had finished by then.',
  stopped:
    'The comparison was stopped before its planned end: {count, plural, one {1 planned run} other {{count} planned runs}} not finished.',
  notMade:
    'The comparison ended before its planned end: {count, plural, one {1 planned run was} other {{count} planned runs were}} not made.',
  leftOut: '{count, plural, one {1 run} other {{count} runs}} left out. {variant}: {why}',
  leftOutExample: '{count, plural, one {1 run} other {{count} runs}} left out. {variant}, for example: {why}',
  profiledRun: 'The run of {variant} with a profile, which is in no figure of the comparison: {why}',
  replaced: '{count, plural, one {1 round} other {{count} rounds}} added to the planned {planned}, to replace what could not be measured.',
  failed: 'Requests that failed or got no response: {shares}. Throughput covers the responses that arrived.',
  silent:
    'Throughput of {variants} counts the responses that came in the measured time, in which there were none at the end: a longer run would have another one, so it has no verdict. Latency and CPU per request are of what came before.',
  unexpected: 'Responses with a status outside 200 to 399 ({statuses}): {shares}. Latency and throughput do not include them.',
  unexpectedCompared:
    'Responses with a status outside 200 to 399 ({statuses}): {shares}. As there are no others, latency and throughput cover these.',
  unexpectedByTool: 'Responses with a status outside 200 to 399: {shares}. Figures of another tool may include them.',
  share: '{percent} %',
  impossible: '{variant}: figures that contradict each other are not compared. {what}',
  shareNone: 'none',
  shareUnknown: 'not known',
  shareLess: 'less than 0.1 %',
  shareMore: 'more than 99.9 %',
  paused:
    'In {paused} of {count, plural, one {1 run} other {{count} runs}} of {variant} the server sent nothing for up to {time} although requests were waiting. How long others would have waited in that time the percentiles do not tell.',
  unsteady:
    '{unsteady} of {count, plural, one {1 run} other {{count} runs}} of {variant} {unsteady, plural, one {was} other {were}} not steady ({how}): their figures are averages over a changing server.',
  times: '{times} {how}',
  steady: 'no change',
  'warm-up': 'with a warm-up at the beginning',
  rising: 'getting faster',
  falling: 'getting slower',
  jumping: 'jumping between speeds',
  foreign:
    'Other programs were busy in {disturbed} of {count, plural, one {1 run} other {{count} runs}}; average CPU used by them, in percent of one core: {means}. No run is left out because of that: leaving out runs because they look bad would bias the comparison.',
  steal:
    'The host of this virtual machine gave CPU time to others in {disturbed} of {count, plural, one {1 run} other {{count} runs}}; average in percent of one core: {means}.',
  generator:
    'The load generator was the bottleneck, not the server, in {count, plural, one {1 run} other {{count} runs}}: throughputs are lower bounds, and differences look smaller than they are.',
  generatorBoth:
    'In {count, plural, one {1 run} other {{count} runs}} the load generator and the server were both at their limit: part of the latency is the wait for the load generator.',
  generatorLate:
    'In {count, plural, one {1 run} other {{count} runs}} the load was not quite what was set: requests were sent late, and their latency includes that wait.',
  cells: '{count, plural, one {Cell} other {Cells}} {runs}: {why}',
  cellsExample: 'Cells {runs}, for example in cell {example}: {why}',
  cellsWorst: 'Cells {runs}, most in cell {worst}: {why}',
  followedOne:
    'Requests were followed in {followed} and not in {others}, where it took too much: up to {percent} % of the CPU time of {followed} is that, so that differences in CPU time and latency are partly due to it. A comparison follows none.',
  noAgent: '{variants} ran without the agent: no figures from inside the process and no profile.',
} as const;
