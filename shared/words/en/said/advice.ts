/** What can be done about what was found in a result: sentences that follow those about it. */
export const advice = {
  longerWarmUp: 'A longer warm-up avoids this.',
  largerPool:
    'A larger pool shortens the line if {to} can work on more than {size, number} at once; else ask less of it, or keep connections for a shorter time.',
  moreThreads:
    'UV_THREADPOOL_SIZE={threads} in its environment gives it more threads, which helps where they wait for disks or names, or where cores are free.',
  oneQuery: 'One query for all of them (a join, or a list of ids) would ask once.',
  keepConnections: 'Connections that are kept (keepAlive of an http.Agent, a pool) save that time.',
  cacheNames: 'Connections that are kept, or a cache of names, save that time.',
  longerWarmUpMay: 'A longer warm-up may avoid this.',
  longerWarmUpMayHelp: 'A longer warm-up may help.',
  moreLoadProcesses: 'More load processes can send more: -w {workers}.',
  wholePass: 'For a whole pass of the sequence, set {setting_requestsEach} to {count}.',
  trySweep: 'Try --sweep {levels}.',
  lookForEnds: 'Look for a response that is never ended, a Content-Length larger than what is written, or a stream that stands still.',
  lookForLeak: 'Rounds of equal load tell both apart: loopscope leak, or “Look for a leak” in the form (Run again).',
  requestFinalUrl: 'To measure the page, request its final URL, or make a plan (--plan) with both requests.',
  requestFinalUrls: 'To measure the pages, give the requests of the plan their final URLs, or add requests for those.',
  limitGenerator: 'More load processes can send more: -w 2, or another machine.',
  limitMainThread: 'What takes its time is under Code; a second process on another core would take half of the requests.',
  limitPool: 'A larger pool moves the limit if what it connects to can work on more at once; else ask less of it.',
  limitThreads: 'UV_THREADPOOL_SIZE gives it more threads, which helps where cores are free.',
  limitPeer: 'What it waits for is under Waiting: fewer or cheaper calls, or several at the same time.',
  limitErrors: 'The first of them are under Errors, with what the server wrote.',
} as const;
