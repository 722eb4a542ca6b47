/** Texts of whether a server keeps more memory with each request. */
export const leakWords = {
  leak: {
    title: 'Is it leaking?',
    rounds: 'What was alive after each round',
    /** Of one thread, or of the whole program. */
    counter: {
      heap: '{thread, plural, =0 {the heap} other {the heap of worker thread #}}',
      outside:
        '{thread, plural, =0 {Buffers and the like, outside of the heap} other {Buffers and the like of worker thread #, outside of the heap}}',
      threads: 'threads',
      descriptors: 'open files and sockets',
      resources: 'timers, sockets and whatever else keeps the event loop alive',
      contexts: 'global objects (of node:vm)',
    },
    kept: '{amount} ({low} to {high})',
    seconds: '{seconds} s',
    ofProcess: '{counter}, process {process}',
    answer: {
      keptBy: 'What grew most: {constructor}, {share, select, all {} other {{share} of it }}kept alive by {holder}.',
      goingOn: 'Looking for a leak: {done, plural, one {# round is} other {# rounds are}} over.',
      grows: 'Leak: each request leaves {kept} in {counter}.',
      caveat:
        'Judged over the {judged} requests between the first and the last judged round{rest, select, none {} other { and {rest} of rest}}: a cache that holds more entries than {processes, plural, =1 {that} other {its process’s share of them}}{rest, select, none {} other { or for longer}} would look the same.',
      together: 'With {others, plural, one {one other place} other {# other places}} where memory grows so, it is {total} a request.',
      growsByNumber: 'Leak: each request leaves {kept} more {counter}.',
      below: 'No leak: nothing above {floor} a request stayed alive, in {requests} requests with those of the warm-up.',
      stopped:
        'No leak: memory grew by {grew}, and then no more, in {requests} requests. What stays below {floor} a request could not be seen.',
      givenBack: 'No leak: what it had kept in {requests} requests, it gave back in {rest} without any ({percent} % of {grew}).',
      unknown: 'Cannot tell whether it leaks: {why}',
    },
    why: {
      slowing: 'memory grows by {grew}, but less and less. More rounds could tell (--rounds).',
      'one-step': 'memory grew by {grew}, most of that at one time. More rounds could tell (--rounds).',
      unsteady: 'memory goes up and down by more than it grows. More requests in each round could tell (--per-round).',
      'partly-given-back': 'memory grew by {grew}, and {percent} % of that went in {rest} of rest. A longer rest could tell (--rest).',
      'process-memory':
        'what V8 knows of does not grow, but the process does: memory of native code, or pages that the system has not taken back.',
      replaced: 'a process or a worker thread of the server was replaced or began meanwhile, so that what it keeps is not known.',
      'stopped-by-user': 'it was stopped after {rounds, plural, one {# round} other {# rounds}}.',
      'load-failed': 'more than 1 % of the requests of a round failed, so that rounds are not alike.',
      ended: 'the server ended after {rounds, plural, one {# round} other {# rounds}}.',
      'not-collected': 'a process did not answer for 30 s when it was asked to collect its garbage.',
      'near-limit':
        'the heap is nearly as full as V8 allows, after too few rounds to judge. A larger heap could tell (--node-args --max-old-space-size=…).',
      'slow-round': 'a round took more than five times as long as the first, after too few rounds to judge.',
    },
    column: {
      round: 'Round',
      requests: 'Requests',
      seconds: 'Load, s',
      heap: 'Heap, MB',
      outside: 'Outside of it, MB',
      rss: 'Process, MB',
      descriptors: 'Files',
      resources: 'Resources',
      grew: 'Heap grew, B a request',
    },
    kind: { settle: '{nth} (settles)', judge: '{nth}', rest: '{nth} (after the rest)' },
    note: 'After so many requests, and when each had its response, all garbage was collected in each thread; this is what was still alive. Heap and outside of it: of all threads together; outside: Buffers, and what else V8 counts as external. Process: the resident set, with what is Loopscope’s. Rounds that settle are not judged: code and caches of the first requests come in. Warm-up before them: {requests} requests.',
    picture: {
      title: 'What was alive after each round, MB',
      settles: 'not judged',
      across: 'requests since the warm-up',
      heap: 'heap',
      outside: 'outside of it',
      rest: '{seconds} s of rest',
      help: 'A dot for each round, after all garbage was collected; of all threads together. A server that keeps something of each request has a line that rises evenly, one that fills a cache has one that bends and stays. Hollow: rounds that are not judged, and the one after the rest. Outside of the heap are Buffers and what else V8 counts as external.',
      summary:
        '{rounds, plural, one {After one round {last} of heap were alive} other {From {first} of heap after the first to {last} after the last of # rounds}}, and {outside} outside of it.',
      one: 'Round {round}: {requests} requests, then {heap} of heap alive{than, select, more {, {by} more than before} less {, {by} less than before} other {}}; outside of it {outside}.',
    },
    seriesTitle: 'What was judged',
    series: { of: 'Of', word: 'Verdict', kept: 'Kept by a request', interval: '95 % interval', grew: 'Grew by', why: 'Why' },
    word: { leak: 'leak', 'no leak': 'no leak', 'cannot tell': 'cannot tell' },
    shortWhy: {
      below: 'too little to be one',
      stopped: 'grew, and then no more',
      'given-back': 'given back in the rest',
      grows: 'grows evenly',
      slowing: 'grows less and less',
      'one-step': 'grew at one time',
      unsteady: 'goes up and down',
      'partly-given-back': 'partly given back in the rest',
      'process-memory': 'outside of V8 only',
      replaced: 'not there all the time',
      'stopped-by-user': 'stopped',
      'load-failed': 'requests failed',
      ended: 'the server ended',
      'not-collected': 'garbage was not collected',
      'near-limit': 'heap nearly full',
      'slow-round': 'a round took too long',
    },
    seriesNote:
      'Judged by what was alive after each of {count} rounds: the slope between all pairs of rounds, with its 95 % interval (Sen, Kendall). A leak: the interval lies above {floor} a request, four of five rounds end higher than the one before, growth goes on in the second half, and no step is more than 40 % of it.',
    grownTitle: 'What grew, and what keeps it alive',
    grown: { constructor: 'Constructor', count: 'Objects a request', bytes: 'Bytes a request', heldBy: 'Kept alive by' },
    grownNote:
      'Of the objects themselves, between two snapshots of the main thread with a load in between, each after a collection; what is below 8 B a request is left out. Kept alive by: what at least a quarter of them could be reached through alone. A snapshot holds all that the program knows: they are deleted once read, and neither texts nor keys are kept.',
    at: '{name} in {place}',
    functionKept: 'function {site}',
    nameless: '(anonymous)',
    sitesTitle: 'Where what stayed was allocated',
    siteShare: 'Of what stayed',
    sitesNote:
      'By sampling of what is alive, from when the rounds had settled. V8 counts what it has inlined into a function for that function.',
    notFound: {
      'too-large':
        'What grew is not looked up: snapshots of so large a heap would take up to {bytes} of memory, more than half of what is free. Fewer requests in a round keep it smaller (--per-round).',
      elsewhere: 'What grew is not looked up: that is done for the heaps of main threads only.',
      failed: 'What grew could not be looked up: a snapshot of the heap could not be taken or read.',
    },
    only: 'A run that looks for a leak has tables of that alone: leak, leak-grown, leak-sites, leak-rounds.',
    planned:
      '{asked}, on {connections, plural, one {# connection} other {# connections}}: warmed up with {warmUp} requests, then in {rounds, plural, one {# round} other {# rounds}} of {perRound} requests each.',
    none: 'No leak was looked for in this run: loopscope leak does it.',
  },
} as const;
