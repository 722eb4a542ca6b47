/** What the words of the figures mean: shown where they stand and, all together, on a page of the help. */
export const glossary = {
  more: 'Read more',
  moreAbout: 'Read more: {term}',
  latency: {
    term: 'Latency',
    text: 'The time until the last byte of a response has arrived, as the client sees it. It counts from when the request was due: in a load without a schedule, from when it was sent. Waiting in line at the server is part of it.',
  },
  'from-sending': {
    term: 'Latency from sending',
    text: 'The time from when a request was really sent to the last byte of its response: latency without the time by which the request was sent late. Waiting in line at the server is part of it, so it is not the service time of queueing theory.',
  },
  backlog: {
    term: 'Backlog growth',
    text: 'How many more visitors were waiting for the server at the end of a level than at its start. While the server keeps up it is about zero; where it grows, visitors arrive faster than they are served, and waiting times grow without bound.',
  },
  unfinished: {
    term: 'Unfinished at end',
    text: 'Visitors whose requests were not all answered when their level of the load ended. A few are normal: those that are being served when the level ends.',
  },
  throughput: {
    term: 'Throughput',
    text: 'Responses that arrived per second. With a closed load it follows from the latency: requests in flight divided by their mean latency.',
  },
  percentile: {
    term: 'Percentile',
    text: 'At p99, 99 of 100 responses were as fast or faster. The 50th percentile is the median. A high percentile needs many responses; one that rests on too few is marked.',
  },
  spread: {
    term: 'Spread (standard deviation)',
    text: 'How far the latencies of a run are from their mean. A small spread means that all clients wait about as long; it says nothing about how long that is.',
  },
  'closed-load': {
    term: 'Closed load',
    text: 'Each connection sends its next request when the response to the last one has arrived, so the number of requests in flight is fixed. A slow server gets fewer requests, not a longer queue.',
  },
  'open-load': {
    term: 'Open load',
    text: 'Requests are due by a schedule, such as an arrival rate, whether or not earlier ones were answered. A slow server gets a longer queue, not fewer requests. Whoever makes them is called a visitor.',
  },
  'in-flight': {
    term: 'Requests in flight',
    text: 'Requests that were sent but not yet answered. With keep-alive and no pipelining there is at most one on each connection.',
  },
  'warm-up': {
    term: 'Warm-up',
    text: 'Load before the measured phase, on connections of its own, so that code is compiled and caches are filled. None of it is counted.',
  },
  'loop-utilization': {
    term: 'Event loop busy (utilization)',
    text: 'The share of time in which the event loop had something to do; the rest of the time it waited for work. Near 100 %, requests wait in line.',
  },
  stall: {
    term: 'Stall (event-loop delay)',
    text: 'A period in which the event loop did not get back to its timers, because of one long task or many callbacks in one turn: no other request made progress. The longest one since the previous sample, four times a second, is shown.',
  },
  'wall-time': {
    term: 'Wall time',
    text: 'The time that passed on a clock, waiting included. CPU time counts only the time spent running on a processor.',
  },
  'unexpected-status': {
    term: 'Unexpected status',
    text: 'A response whose status is not 2xx or 3xx. It arrived, but it is counted with the errors, and its latency is left out.',
  },
  'self-time': {
    term: 'Self time',
    text: 'The time in a function’s own code, without what it called. Sorted by it, a table shows where the processor really was.',
  },
  'total-time': {
    term: 'Total time',
    text: 'The time in a function and in everything it called. It shows which of your functions causes the work, also where that is done in a package or in Node.',
  },
  'profiling-cost': {
    term: 'Cost of profiling',
    text: 'The overhead of the profiler: a run that measures it alternates blocks with and without sampling, in pairs, in random order, and the profile covers only the blocks with sampling. Within each pair, CPU time per request and throughput are compared, without the beginning of each block. The interval is that of a sign-flip test over at least 80 pairs, which takes a run of 205 s.',
  },
  samples: {
    term: 'Samples',
    text: 'The profiler looks about every millisecond which functions are running; each look is a sample. A share that rests on few samples is uncertain.',
  },
  'sampled-time': {
    term: 'CPU and blocked time',
    text: 'CPU time is the time in which a thread was running on a processor. Blocked, it was inside a call that waits for something: another thread, a program, a pipe, a disk. Idle, its event loop had nothing to do.',
  },
  ticks: {
    term: 'Ticks',
    text: 'Interruptions of the main thread by V8 under --prof, about one every millisecond. A tick is a count, not a time: on a busy machine they come late.',
  },
  gc: {
    term: 'Garbage collection (GC)',
    text: 'Removing objects that are no longer needed. Much of it stops the event loop; a large share often means that many short-lived objects are made for each request.',
  },
  memory: {
    term: 'Resident memory (RSS)',
    text: 'The memory of the process that is in RAM: its objects, its code, buffers and the stacks of its threads.',
  },
  'queue-theory': {
    term: 'M/D/1',
    text: 'In queueing theory: requests arrive at random (Poisson, M), one server does them in turn and takes equally long for each (D), its service time. At 50 % utilization a request waits for half a service time on average; at 90 %, for 4.5 service times.',
  },
  pairs: {
    term: 'Pair of runs',
    text: 'Two runs of one round: one of A, and one of the variant that is compared with it. A round is one run of each variant, in random order. Drift of the machine affects both runs of a pair, so the difference within pairs is more precise than the difference between all runs.',
  },
  interval: {
    term: '95 % interval',
    text: 'Where the true difference probably is: of 100 comparisons made like this, about 95 have it inside. If zero is inside, too, no difference has been shown. If it is not, a verdict can still be “cannot tell”, as it has to hold with all metrics tested at once.',
  },
  verdict: {
    term: 'Verdict',
    text: '“Faster”, “slower” and the like are said only if chance alone would rarely produce such pairs. “Equivalent” means that the whole interval is within the limit; “cannot tell” means that neither has been shown.',
  },
} as const;
