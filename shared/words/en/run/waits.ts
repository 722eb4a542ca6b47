/** Texts of what requests waited for. */
export const waitsWords = {
  /** What a response waits for, in the sentences of the answer. */
  waiting: {
    comma: ', ',
    work: '{time} of work',
    others: '{time} while the event loop was busy with something else',
    unexplained: '{time} that is not explained',
    inLine:
      '{time} {kind, select, file {in line for a thread} threadpool {in line for a thread} dns {in line for a thread} other {in line for {to}}}',
    inProgress:
      '{time} for {kind, select, file {files} threadpool {compression and cryptography in threads} timer {timers of its own} dns {names to be looked up} connect {a connection to {to}} other {replies of {to}}}{unread, select, yes { (or for a busy event loop to read what is there)} other {}}',
  },
  /** Where the time of each route goes. */
  routeTime: {
    title: 'Where the time goes, by route',
    ofAll: 'Of all time, %',
    parts: 'Of one request, on average',
    share: 'CPU, %',
    timed: '{name} {time}',
    most: '{share} % {name}',
    work: 'work',
    others: 'busy with others',
    unexplained: 'unexplained',
    inLine:
      '{kind, select, file {in line for a thread} threadpool {in line for a thread} dns {in line for a thread} other {in line for {to}}}',
    inProgress:
      '{kind, select, file {files} threadpool {compression or cryptography} timer {timers} dns {names looked up} connect {connecting to {to}} other {{to}}}',
    /** Of the bars. */
    legend: {
      work: 'work on the main thread',
      others: 'main thread busy with others',
      inLine: 'in line elsewhere',
      inProgress: 'in progress elsewhere',
      unexplained: 'unexplained',
    },
    note: 'Time: in the server, from when the request was read to when its response was handed to the system; the parts add up to it. Work: the main thread was at the request, waiting for a core included. A name alone: what was in progress there. In line: for a connection, a free socket or a thread. Busy with others: nothing that is seen was waited for, and the main thread did something else. Unexplained: the event loop was idle, or it is not known. Of what overlaps one counts: work first, then what is in progress, then what is in line. Of all time: of the time that all requests were in the server.',
    noteOfFew: 'A dash: fewer than 100 samples were taken while such requests were in the server.',
    noteOfUnknown:
      'Of which request a call was a part is known for {percent} % of the calls: time in which a request waited for others is among what is unexplained or busy.',
    tooFew: 'Fewer than 100 samples were taken while requests of any one route were in the server: too few to tell where their time goes.',
  },
  waits: {
    title: 'What requests waited for',
    titleOfChosen:
      'What {count, plural, one {# request} other {# requests}}{route, select, any {} other { to {route}}} waited for{which, select, all {} slowest { (the slowest {slowest} %)} failed { (status 400 and above)} other { (status 400 and above, of these the slowest {slowest} %)}}',
    to: 'From',
    name: 'Query or call',
    calls: 'Calls',
    perRequest: 'Per request',
    share: 'Share, %',
    atLeast: '≥ {share}',
    tookAt: 'Took p{percentile}, {unit}',
    lineAt: 'Line p{percentile}, {unit}',
    atOnce: 'At once',
    ofLimit: '{max, number} of {limit, number}',
    ofUnknown: '{max, number} of ?',
    note: 'Took: in progress, from the first byte written until the reply was read, which a busy event loop does later than it came. Line: before that, in line for a connection, a free socket or a thread; it may have been longer. Share: of the response times of {of, select, all {all} other {these}} requests, what overlaps counted once; rows may add up to more than 100, where a request waits for two things at once. At once: to the same address, in one process{of, select, all {} other {, for any request}}. Values of statements are left out. Calls that got no reply are in a table of their own.',
    noteOfUnknown: 'Of which request a call was a part is known for {peers}; shares there are at least so much.',
    noteOfUnknownToChosen:
      'Of which request a call was a part is known for {peers} of all requests: of these requests there may have been more, and shares there are at least so much.',
    knownOf: '{percent} % of the calls to {to}',
    noteOfLine: 'A dash: how long calls were in line is not known.',
    noteOfLimit: '“3 of ?”: calls were in line there, and it is not known how many are let through at once.',
    outside: '{count, plural, one {# call of no request is} other {# calls of no request are}} not in the table.',
    lost: '{count, plural, one {# call was} other {# calls were}} not recorded.',
    /** In the brief report. */
    byPeer: {
      title: 'What requests waited for longest',
      perRequest: 'Calls per request',
      inLine: 'In line per request, {unit}',
      inProgress: 'In progress per request, {unit}',
      note: 'Per request: the mean over all of them; calls at the same time are added up. In progress: from the first byte written until the reply was read. In line: before that, for a connection, a free socket or a thread; it may have been longer. At once: in one process.',
      noteOfLine: 'A dash or ≥: it is not known of all calls how long they were in line.',
    },
    hint: 'Choose a row to see which requests waited longest for it.',
    /** Of one row. */
    longest: {
      title: 'The longest waits for {call}',
      route: 'Request',
      response: 'Response',
      at: 'At, s',
      inLine: 'In line, ms',
      inProgress: 'In progress, ms',
      inServer: 'All of the request, ms',
      unknown: 'not known',
      note: 'Up to ten, the longest first, in line and in progress. Choose one to see what happened to its request. All of the request: from when the server had read it until its response was handed over. Not known: whose wait it was, or its request got no response.',
    },
    /** What ran right before. */
    callers: {
      title: 'Your code right before it',
      function: 'Function',
      file: 'File',
      seen: 'Seen in',
      share: 'Of these, %',
      seenIn: '{count, number} of {samples, number} samples',
      note: 'The innermost function of your own on the stack of the last sample before the call, of those calls whose request was at work in that sample: {samples} of {calls}. It is where to look first: what ran between the sample and the call is not seen{sent, select, later {, and a driver may send later than it is asked to} other {}}.',
      tooFew:
        'Which code asked for it is not known: right before {calls, plural, one {the call} other {the # calls}} {samples, plural, =0 {no sample was} one {one sample was} other {# samples were}} taken of their requests, and it takes {needed, number}.',
      none: 'Which code asked for it is not known: of {samples, number} samples that were taken right before {calls, plural, one {the call} other {the # calls}}, {most, plural, =0 {none was in a function} one {at most one was in one function} other {at most # were in one function}} of your own.',
    },
    noReply: 'Calls without a reply',
    /** Below a table of chosen requests. */
    noReplyOfAll: 'Calls without a reply, of all requests',
    failed: 'Failed',
    stillOpen: 'Still open',
    longestOpen: 'Longest, {unit}',
    openSince: 'Open since, s',
    noteOfNoReply:
      'Failed: the connection was closed, or the call failed, before a reply came. Longest: until then, or until the recording ended. Share: of the response times of all requests.',
    noteOfOpen:
      'Still open: no reply had come when the recording ended; only those are told that had waited longer than every call of the same kind that got one. Open since: when the oldest of them was sent, in seconds of the run.',
    noteOfNoShare: 'A dash for the share: which request a call was for would be known from its reply.',
    noneYet: 'So far no request has waited for anything that is seen.',
    /** In place of the table: what it would show, and below that what would fill it. */
    none: 'No request waited for anything that is seen.',
    noneNext:
      'Seen are queries, calls to other servers, connections, look-ups of names, files, compression and cryptography in threads, replies of worker threads, and timers. What blocks the main thread (better-sqlite3, node:sqlite, readFileSync) is work of the request and in its profile.',
    noneOfChosen:
      '{count, plural, =0 {No such request ended.} one {This request waited for nothing that is seen.} other {None of these # requests waited for anything that is seen.}}',
    off: 'What requests waited for was not recorded: it was switched off (--no-waits).',
    offNext: 'Without that, a run tells which queries, calls and connections they waited for.',
    unknown: {
      outside: 'What requests waited for is not known: the server was running already.',
      notAsked: 'This run did not follow its requests: what they waited for is not known.',
      noAgent: 'What requests waited for is not known: the program that served them had no agent of Loopscope in it.',
      noRequests: 'What requests waited for is not known: no request was seen to end in the server.',
      tooDear: 'What requests waited for is not known: to follow them would have taken too much of the main thread.',
      earlier: 'This run does not say what its requests waited for.',
    },
    unknownNext: {
      outside: 'It is seen from inside of a server that Loopscope starts: give it the script or the command.',
      notAsked: 'Record one without --no-by-request.',
      noAgent:
        'It is recorded where Node.js runs the server: not in other languages, under Bun or Deno, nor where NODE_OPTIONS does not reach it.',
      noRequests:
        'It is recorded of requests to HTTP/1 servers in the main thread of a process with the agent of Loopscope, not of HTTP/2 or in worker threads.',
      tooDear: 'With --by-request-limit 100 a run follows them all the same; figures of latency and CPU are then those of a slower server.',
      earlier: 'The version that recorded it could not: record it again.',
    },
    record: 'Run again and record it…',
  },
} as const;
