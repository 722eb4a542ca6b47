/** Texts of the overview of a run and of its answer. */
export const overviewWords = {
  /** Results of other load tools. */
  external: {
    tool: { autocannon: 'autocannon', artillery: 'Artillery', k6: 'k6', ab: 'ApacheBench', wrk: 'wrk', wrk2: 'wrk2' },
    counted: '{tool} counted {what}.',
    /** A figure that contradicts another, in a table; and the note below. `what`: the sentences that say it. */
    impossibleMark: '*',
    impossibleNote: '{mark} Contradicts another figure of the file, and is no result. {what}',
    noResponse: '{sent, select, none {no response} other {no response to {sent} requests}}',
    measured: 'Times that {tool} measured.',
    /** What it counted: */
    rate: '{rate} requests/s',
    responses: '{count, plural, one {# response} other {# responses}}',
    requests: '{count, plural, one {# request} other {# requests}}',
    failed:
      '{of, select, sockets {{count, plural, one {# socket error} other {# socket errors}}} errors {{count, plural, one {# error} other {# errors}}} other {{count, plural, one {# failed request} other {# failed requests}}}}{kinds, select, none {} other { ({kinds})}}',
    k6Failed:
      '{count, plural, one {# request that failed or had an unexpected status} other {# requests that failed or had an unexpected status}} ({share, select, none {} other {{share}, }}http_req_failed)',
    timedOut: '{count, plural, one {# request that timed out} other {# requests that timed out}}',
    unexplained: '{count, plural, one {# request} other {# requests}} as sent with neither a response nor an error',
    unexpected:
      '{count, plural, one {# response} other {# responses}} with a status other than 200 to 399{percent, select, none {{codes, select, none {} other { ({codes})}}} other { ({percent}{codes, select, none {} other {; {codes}}})}}',
    non2xx: '{count, plural, one {# response} other {# responses}} with a status other than 200 to 299',
    mismatches: '{count, plural, one {# response} other {# responses}} with another body than expected',
    thresholds: '{count, plural, one {# threshold that was not met} other {# thresholds that were not met}} ({kinds})',
    checks: '{count, plural, one {# failed check} other {# failed checks}}',
    resets: '{count, plural, one {# reset of its sequence of requests} other {# resets of its sequence of requests}}',
    dropped: '{count, plural, one {# iteration that was never started} other {# iterations that were never started}}',
    kind: '{name}: {count}',
    moreKinds: '{count, plural, one {one other kind} other {# other kinds}}',
    timeouts: 'timeouts',
    noHttp: 'It made no requests over HTTP.',
    noTimes: 'It timed no responses.',
    median: '{what}: half within {p50}{percent, select, none {} other {, {percent} % within {high}}}.',
    mean: '{what}: {mean} on average{percent, select, none {} other {, {percent} % within {high}}}.',
    high: '{what}: {percent} % within {high}.',
    expectedLatency:
      'These are times of requests with an expected response alone: {count, plural, one {# other is} other {# others are}} in none of them, however long {count, plural, one {it} other {they}} took.',
    timedOutLatency:
      '{tool, select, wrk {These are times within its time-out alone: what came later ({count, plural, one {# timeout} other {# timeouts}}), and requests without a response, are in none of them.} wrk2 {These are times of responses alone: requests without one are in none of them, and each look at a request that waits too long counts as a timeout, so that one may count several times.} other {These are times of responses alone: {count, plural, one {# request that timed out is} other {# requests that timed out are}} in none of them, however long {count, plural, one {it} other {they}} waited.}}',
    unexplainedWhy:
      '{inFlight, select, none {Some of the {sent} sent may have been in flight at the end.} other {Of the {sent} sent, at most {inFlight} can have been in flight at the end.}}{tool, select, autocannon { autocannon counts no error where a server closes a connection.} autocannonRate { autocannon counts no error where a server closes a connection, and with a rate (-R) it counts more as sent than it sends.} other {}}',
    unaccounted:
      'Its latencies{late, plural, =0 {} other { within its time-out}} add up to {told} at most, of {all} that its {connections, plural, one {connection} other {# connections}} had{late, plural, =0 {: for the rest, requests} other {. In the rest, it waited for what came later ({late, plural, one {# timeout} other {# timeouts}}: {least, select, none {how long is not known} other {{least} or more{late, plural, one {} other { in all}} if the time-out was 2 s, as usual; how much more is not known}}), and other requests}} may have waited for a response that did not come, or connections were being opened, or rested where a script asked for that.',
    abCauses: 'ab may count one request under several of these causes, so that fewer may have failed than it counts: at least {least}.',
    abTimes: 'Requests whose connection broke are among these times, as short or as long as they took.',
    valuesUnknown:
      'How many values these percentiles stand on is not known: {tool, select, wrk {of requests that a script sends together, wrk times the last alone, and the file does not say whether one did so} other {the file does not say}}.',
    wrkTogether:
      'wrk prints such zeros where a script sends several requests together: it then counts values that its mean and percentiles leave out.',
    length:
      'Length: {count, plural, one {# response was} other {# responses were}} not as long as the first, which is no failure where pages vary; but ab counts a connection that was closed without a response in the same way.',
    non2xxWhy: 'How many of the responses with a status other than 200 to 299 were redirects the file does not say.',
    notTold:
      '{what, select, failures {Whether requests failed is not known: the file does not say.} statuses {Whether responses had a status other than 200 to 399 is not known: the file does not say.} other {Whether requests failed, and with which statuses they were answered, is not known: the file does not say.}}',
    timed: { latencyMs: 'Latency from sending', firstByteMs: 'Time to first byte', connectMs: 'Connecting', sessionMs: 'Whole visits' },
    latencyFromDue: 'Latency from when due',
    withAdded: '{what}, with values that autocannon added',
    inMs: '{what}, ms',
    facts: 'From another tool: {tool}',
    times: 'Times, from another tool: {tool}',
    counts: 'Statuses and errors, from another tool: {tool}',
    figures: 'Its other figures under their own names, from another tool: {tool}',
    periods: 'Over time, from another tool: {tool}',
    notKnown: 'not known',
    toolRow: 'Tool',
    address: 'Address',
    started: 'Started',
    duration: 'Duration',
    connections: 'Connections',
    perSecond: 'Requests/s',
    bytes: 'Received',
    values: 'Values',
    atLeast: 'at least {count}',
    thresholdsTable: 'Thresholds of its script, from another tool: {tool}',
    metric: 'Metric',
    threshold: 'Threshold',
    outcome: 'Outcome',
    isMet: '{met, select, yes {met} other {not met}}',
    unit: '{value} {unit}',
    status: 'Status {status}',
    error: 'Error {name}',
    count: {
      sent: 'Sent',
      completed: 'Completed',
      failed: 'Failed',
      timedOut: 'Timed out',
      unexpected: 'Unexpected status',
      dropped: 'Dropped',
    },
  },
  answer: {
    commandGoesOn: 'The load command is running. Its figures are shown when it has ended.',
    commandUnread: 'The load was made by a command whose output is in no format that Loopscope reads, so there are no figures of it.',
    label: 'Result',
    whole: 'Whole answer',
    less: 'One line',
    within: '{percent} of responses{others, select, yes { with an expected status} other {}} arrived within {time}.',
    withinRequests:
      '{others, select, yes {Of the requests that got an expected status or no response in time, {percent} were} failed {Of the requests that got a response or none in time, {percent} were} other {{percent} of requests were}} answered within {time}.',
    withinBounds: 'p{percent} is {bounds}: it falls among the requests that got no whole response.',
    withinBefore:
      'Of the requests answered{others, select, yes { with an expected status} other {}} before {until}, {percent} took at most {time}.',
    levelChange:
      'Until {at} responses took about {before}, from then on about {after}: figures of the whole run are of both together, those of a window (--from, --to) of one.',
    rateNotHeld:
      '{rate}/s did not hold{one, select, yes {} other { ({from} s to {to} s of the run)}}: {all, select, yes {from the start on} other {from {since} s on}} {of, select, visits {fewer visitors were done ({answered}) than arrived ({arrived})} other {fewer requests were answered ({answered}) than arrived ({arrived})}}{more, plural, =0 {} one {; nor did a later rate} other {; nor did # later rates}}.',
    rateSentLate:
      'Whether {rate}/s holds is not known: {who, select, only {the only request was sent {late} after it was} latest {the latest request was sent {late} after it was} other {1 % of the requests were sent {late} or more after they were}} due; what was sent, the server kept up with.',
    silentPart:
      'No response came in this part of the run: {count, plural, one {one request was} other {{count, number} requests were}} waiting.',
    paused:
      'For {time}, from {from} {end, select, yes {until the end} other {on}}, the server sent nothing although {count, plural, one {a request was} other {{count, number} requests were}} waiting. How long others would have waited in that time the percentiles do not tell.',
    pausedOften:
      'For {percent} of the time the server sent nothing although requests were waiting ({count, number} times, {longest} at most{end, select, yes {, the last time until the end} other {}}). How long others would have waited in that time the percentiles do not tell.',
    halfResponses: 'Of {count, plural, one {one request} other {{count, number} requests}} the response began and did not end.',
    eventStreams: '{count, plural, one {One event stream} other {{count, number} event streams}}, still open: {events} events a second.',
    eventStreamsCounted:
      '{count, plural, one {One event stream} other {{count, number} event streams}}, still open: {events, plural, =0 {no event} one {one event} other {{events, number} events}} in {time}.',
    otherStreams:
      '{count, plural, one {One response was} other {{count, number} responses were}} still coming when the load ended, byte by byte.',
    firstBytes: '{count, plural, one {Its first byte} other {The first byte of each}} came within {time}.',
    knee: 'From {connections, plural, one {one connection} other {{connections, number} connections}} on throughput stays at about {rate}, and only the waiting grows{why, select, limit {: it looks as if about {count, plural, one {one request is} other {{count, number} requests are}} served at a time ({rate} × {alone}, which a request takes alone)} unknown {; what limits it is not known from these levels} other {}}.',
    noKnee:
      '{how, select, rose {Throughput still rose at the last level ({rate} with {connections, number} connections): no limit was found up to there.} other {Throughput at the last level ({rate} with {connections, number} connections) is about that of the level before: whether it stays there is seen with more connections.}}',
    wrongFirst:
      '{of, select, rate {Errors first appeared at {level} visitors a second} other {Errors first appeared with {level} connections}}, mostly in “{request}”: {percent} of its requests went wrong.',
    slowedMost: '“{request}” slowed down most: its median latency was {median} at {rate} visitors a second, and {lowest} at {lowestRate}.',
    failuresExplained:
      '{share, select, exactly {1 in {n, number} requests} about {About 1 in {n, number} requests} other {{percent} of requests}} failed ({count, number} of {of, number}{which}).',
    failures:
      '{share, select, exactly {1 in {n, number} requests} about {About 1 in {n, number} requests} other {{percent} of requests}} went wrong ({count, number} of {of, number}{which}): {causes}{more, plural, =0 {} one {, and # other kind} other {, and # other kinds}}.',
    failedBy:
      '{share, select, exactly {1 in {n, number} requests} about {About 1 in {n, number} requests} other {{percent} of requests}} failed ({count, number} of {of, number}{which}): {what}.',
    hadStatus:
      '{share, select, exactly {1 in {n, number} responses} about {About 1 in {n, number} responses} other {{percent} of responses}} had status {status}{name, select, none {} other { ({name})}}: {count, number} of {of, number}{which}.',
    /** In these sentences, behind the count. */
    failuresOf: ', {part, select, all {all of them } one {} other {{own, number} of them }}to “{request}”',
    redirectTo: '{status} to {to}',
    allRedirects: 'All responses were redirects ({status}), which are not followed: what was measured is the redirect, not the page.',
    redirects: '{percent} of responses were redirects ({status}), which are not followed: they count as responses.',
    completedRate: '{completed} of {sent} requests {all, select, yes {} other {that were sent }}completed, at {rate}.',
    completedLater:
      '{completed} of {sent} requests {all, select, yes {} other {that were sent }}completed, {inTime} of them while visitors still came ({rate}); the others came later and are in no rate.',
    completed: '{completed} of {sent} requests {all, select, yes {} other {that were sent }}completed.',
    notSent:
      '{dropped} of {of} visitors ({share}) were never sent, because {most} requests were in flight, the most there may be (--max-in-flight){orLate, select, yes {, or because Loopscope could not send them within 5 s} other {}}: the figures are of the others, not of the load that was asked for.',
    behindLate:
      'Loopscope could not make this load: {who, select, only {the only request was sent {late} after it was} other {half of the requests were sent more than {late} after they were}} due. The figures describe what it could make, and are no measure of the server alone.',
    behindBusy:
      'Loopscope could not make this load: its load process used {percent} of a core and waited for one {waited} of the time. The figures describe what it could make, and are no measure of the server alone.',
    behindStood:
      'Loopscope’s load process stood still for {time}, in which it sent and read nothing: latencies include that time, which is not the server’s.',
    leftInFlight: '{count} of {of} requests were still in flight at the end, and are in no figure of latency.',
    expectedRate: '{expected} of {sent} requests got an expected status, at {rate}.',
    expected: '{expected} of {sent} requests got an expected status.',
    notEnough:
      '{count, plural, =0 {Not enough data: no response with an expected status.} one {Not enough data: one response is too few for a latency figure.} other {Not enough data: # responses are too few for a latency figure.}}',
    wholeRun: 'Whole run:',
    wholeRunMore: 'These sentences are of the whole run, whatever window, route, thread or process is chosen below.',
    soFar: 'So far:',
    nothingYet: 'No response has arrived yet.',
    nothing: 'No request was sent.',
    loop: '{core, select, none {{whose, select, server {The server’s event loop} reporting {The event loop of the one process that reports} workers {The event loop of the busiest of {count, number} cluster workers} other {The event loop of the busiest of {count, number} processes}} was busy {loop} of the time.} waited {{whose, select, server {The server’s main thread} reporting {The main thread of the one process that reports} workers {The main thread of the busiest of {count, number} cluster workers} other {The main thread of the busiest of {count, number} processes}} ran for {ran} of the time; for {waited} it was ready to and had no core{busy, select, yes {, because the machine was busy} other {}}. Its event loop was busy {loop} of the time, which includes both.} other {{whose, select, server {The server’s process} reporting {The one process that reports} workers {The busiest of {count, number} cluster workers} other {The busiest of {count, number} processes}} used {ran} of a core. Its event loop was busy at most {loop} of the time: that it is ready to work and has no core, because the machine is busy, counts as busy.}}',
    threads:
      'Threads other than the main {whose, select, server {one} reporting {one} other {ones}} used {percent} of a core; {core, select, none {{whose, select, server {the main thread’s event loop} reporting {the event loop of the one process that reports} workers {the event loop of the busiest of {count, number} cluster workers} other {the event loop of the busiest of {count, number} processes}} was busy {loop} of the time} waited {{whose, select, server {the main thread} reporting {the main thread of the one process that reports} workers {the main thread of the busiest of {count, number} cluster workers} other {the main thread of the busiest of {count, number} processes}} ran for {ran} of the time, and for {waited} was ready to and had no core{busy, select, yes {, because the machine was busy} other {}}; its event loop was busy {loop} of the time, which includes both} other {{whose, select, server {the main thread’s event loop} reporting {the event loop of the one process that reports} workers {the event loop of the busiest of {count, number} cluster workers} other {the event loop of the busiest of {count, number} processes}} was busy at most {loop} of the time, of which it may have had no core for a part, because the machine was busy}}.',
    lessThan: 'under {percent}',
    waitsInLine:
      'On average {requests, plural, =1 {} other {over the # requests of the plan }}a response took {work} of work and waited {wait} in line behind {others, plural, one {# other} other {# others}}.',
    routeWaits: 'On average a response of {route} takes {time} in the server: {parts}.',
    poolFull:
      '{size, plural, =1 {Calls to {to} go over one connection, one after the other: each is in line for {line} on average before {progress} in progress. {wanted} of them want it at once on average.} other {Calls to {to} are in line for {line} on average before {progress} in progress: {limited, select, yes {of the {size, number} sockets that its agent allows} other {of the {size, number} connections that were used at once at most}} {used} are in use on average, and {wanted} are wanted.}}',
    threadsFull:
      'Work in libuv’s pool of {size, plural, one {# thread} other {# threads}} is in line for {line} on average: {used} at once are busy, {wanted} are wanted. {most} takes most of their time.',
    sameQuery: '{count} times “{name}” for each request to {route}: {share} of its time.',
    callsInSequence:
      'A request to {route} asks other servers {count} times, never twice at once: {share} of its time. Could some of these be asked at the same time?',
    connectionEachCall: 'For {percent} of the calls to {to} a connection is opened, which takes {time} on average.',
    slowTls: 'For {percent} of the calls to {to} a TLS connection is opened, whose handshake alone takes {time} on average.',
    nameEachCall: 'For {percent} of the calls to {host} its address is looked up, which takes {time} on average.',
    waitsForBoth:
      'On average {requests, plural, =1 {} other {over the # requests of the plan }}a response took {work} of work and waited in line for at least {line}; for up to {other} it may have waited for something else.',
    waitsElsewhere: 'The server was idle {percent} of the time: the responses waited for something else.',
    waitsElsewhereOneByOne:
      'The server was idle {percent} of the time: the responses waited for something else, which served one of them at a time.',
    idle: '{why, select, machine {The server was idle at least {percent} of the time; for the rest it worked, or was ready to and had no core because of other programs.} other {The server was idle at least {percent} of the time; its clients paused between requests.}}',
    /** In place of these three, where worker threads may not have been idle. */
    blockedOrIdle:
      'The server used no core for at least {percent} of the time. Meanwhile {threads, plural, one {a worker thread was} other {# worker threads were}} blocked in calls ({threads, plural, one {} other {together }}for {least, select, yes {at least } other {}}{blocked}{call, select, none {} other {, most of it in {call}}}): the responses waited for these or for something else.',
    workersBlocked:
      '{threads, plural, one {A worker thread was} other {# worker threads were}} blocked in calls ({threads, plural, one {} other {together }}for {least, select, yes {at least } other {}}{blocked}{call, select, none {} other {, most of it in {call}}}), while no thread of the server ran, or waited for a core, for more than {percent} of the time. Whether responses waited for these calls is not known.',
    blockedUnknown:
      'The server used no core for at least {percent} of the time. Whether {threads, plural, one {its worker thread was} other {its # worker threads were}} idle, or blocked in calls that responses waited for, is known of runs with a CPU profile.',
    mainBlocked:
      'For {least, select, yes {at least } other {}}{percent} of the time {whose, select, server {the server’s main thread} reporting {the main thread of the one process that reports} workers {the main thread of the longest waiting of {count, number} cluster workers} other {the main thread of the longest waiting of {count, number} processes}} waited in {call}.',
    mainBlockedTwo:
      'For {least, select, yes {at least } other {}}{percent} of the time {whose, select, server {the server’s main thread} reporting {the main thread of the one process that reports} workers {the main thread of the longest waiting of {count, number} cluster workers} other {the main thread of the longest waiting of {count, number} processes}} waited in calls: for {first} in {call}; for {second} in {other}.',
    /** In these two. */
    calledFrom: '{call}, called from {place}',
    littleWork:
      'On average {requests, plural, =1 {} other {over the # requests of the plan }}a response took {latency}, of which at most {work} was CPU time of the server.',
    tryOne:
      '{known, select, yes {Compare it with 1 connection to check this: the throughput stays about the same.} other {Try --sweep {levels}: the number of connections from which on throughput stays the same shows how many requests are served at a time.}}',
    compareButton: 'Compare with {connections, plural, =0 {a variant} one {# connection} other {# connections}}…',
    waitingUnsaid:
      'How much of a response was work and how much was waiting is not known: {why, select, programs {other programs used {percent} of a core} host {the host of this virtual machine gave {percent} of a core to others} processes {several processes did the work} few {there were too few responses} other {the latencies differ too much}}.',
    generatorLimit: 'The load generator was the bottleneck, not your server: it used {percent} of a core, while the server had time left.',
    generatorLate:
      'The load generator was the bottleneck, not your server: {who, select, only {the only request was sent {late} after it was} latest {the latest request was sent {late} after it was} other {1 % of the requests were sent more than {late} after they were}} due, while the server always had time left.',
    collecting: 'Garbage collection took {percent} of the time in which the server’s event loop was busy.',
    /** In these sentences, behind or beside the code. */
    each: '{each} a request on average{requests, plural, =1 {} other { over the # requests of the plan{hint, select, none {} other {, which “Attribute CPU to requests” (--by-request) tells apart}}}}',
    code: '{percent} of {of} is in {place} and what it calls{each, select, none {} other {: {each}}}.',
    codeBase:
      '{of, select, little {this CPU time} seen {the CPU time of threads with a profile} estimate {estimated CPU time} sampled {sampled time} microseconds {the time} bytes {the size in bytes} samples {what was sampled} ticks {what was sampled} weight {the total weight} other {CPU time}}',
    codeItself: '{percent} of {of} is in {place} itself{caller, select, none {} other {, most of it called from {caller}}}.',
    codeTwo: '{percent} of {of} is in {place} and {second} in {other}{each, select, none {} other {: together {each}}}.',
    codeInside:
      '{percent} of {of} is in {place} and what it calls{each, select, none {} other { ({each})}}; {known, select, least {at least {self} is in {inside}} exact {without inlining {self} is in {inside} itself} other {{self} is in {inside} itself}}.',
    codeInsideTwo:
      '{percent} of {of} is in {place} and what it calls{each, select, none {} other { ({each})}}; {known, select, least {at least {self} is in {inside} and {second} in {other}} exact {without inlining {self} is in {inside} itself and {second} in {other}} other {{self} is in {inside} itself and {second} in {other}}}.',
    codeBelow:
      '{percent} of {of} goes through {place}, {most, select, most {most} other {{most}}} of it{each, select, none {} other { ({each})}} in {what}.',
    codeBelowTwo: '{percent} of {of} goes through {place}, most of it{each, select, none {} other { ({each})}} in {what} and {besides}.',
    codeOfPackage:
      '{percent} of {of} is in {what}{beside, select, own {, not called by code of your own} other {}}{each, select, none {} other {: {each}}}.',
    codeOfTwoPackages:
      '{percent} of {of} is in {what} and {second} in {other}{beside, select, own {, not called by code of your own} other {}}{each, select, none {} other {: together {each}}}.',
    codeOfCaller:
      '{percent} of {of} is counted for {name} of Node, which calls {place, select, none {code of the program} other {{place}}}: V8 counts code that it has inlined, or compiled for a loop before the profile began, for its caller.',
    codeOfNode: '{percent} of {of} is the work of Node itself, outside your code and its packages.',
    codeOfNodeAndOwn: '{percent} of {of} is the work of Node itself, outside your code and its packages; {own} goes through {place}.',
    codeOfRoute:
      'On average a request to {route}{mixed, select, yes { (those with a status of 400 and above included)} other {}} took {each} {is, select, cpu {of CPU time} other {on the main thread}}, and one to {others, plural, one {{other}} other {any of the # other routes at most}} {most}.',
    codeTooFew:
      '{of, select, sampled {Outside idle and blocked time the profile has} other {{of, select, seen {The code of threads with a profile} other {Its code}} used {cpu} of{of, select, estimate { estimated} other {}} CPU time, in which there {samples, plural, one {was} other {were}}}} {samples, plural, =0 {no samples} one {# sample} other {# samples}}: too few to name functions ({needed, number} are needed).',
    codeUnseen:
      '{of, select, seen {The code of threads with a profile} other {Its code}} used {cpu} of{of, select, estimate { estimated} other {}} CPU time; {percent} of it fell between samples (one every {interval}), too much to name functions.',
    codeLost:
      '{of, select, seen {The code of threads with a profile} other {Its code}} used {cpu} of{of, select, estimate { estimated} other {}} CPU time; the samples of {percent} of it are lost, because the process, or one of its threads, ended before it handed them over: too much to name functions.',
    codeOfServerUnknown: 'What listens, process {pid}, has no profile: which code of it took the time is not known.',
    codeUnknown: 'No profile was recorded, so which code took the time is not known.',
    codePlace: '{name} ({place})',
    codeMostly: '{name} (mostly {place})',
    codeNode: 'Node itself',
    showFrame: 'Show it in the flame graph, or its callers and callees where it is in several stacks',
    help: 'How this is known',
  },
  overview: {
    stat: 'Stat',
    percentile: '{percentile} %',
    avg: 'Avg',
    stdev: 'Stdev',
    max: 'Max',
    min: 'Min',
    count: 'Responses',
    rowUnit: '{name}, {unit}',
    rowLatency: 'Latency',
    rowFirstByte: 'First byte',
    rowService: 'From sending',
    rowServiceOf: 'From sending ({client})',
    rowLateness: 'Sent late by',
    rowSession: 'Visits',
    rowConnect: 'Connect',
    rowUnexpected: 'Unexpected status',
    rowRequests: 'Requests/s',
    rowBytes: '{unit}/s',
    bracketed: '({value})',
    weakMark: 'Weak: {count, select, none {fewer responses than the {needed} it needs} other {{count} responses, needs {needed}}}',
    atLeast: 'at least {low}',
    between: 'between {low} and {high}',
    cellAtLeast: '≥ {low}',
    cellBetween: '{low} to {high}',
    boundsNote:
      '≥: at least so much. Some requests got no whole response, and how long they would have taken is not known; a figure that depends on them is told within its bounds.',
    weakNote: 'Values in brackets are based on too few responses to be reliable.',
    fewSeconds:
      'Over {seconds, plural, one {# whole second} other {# whole seconds}}: too short for percentiles, a standard deviation and a minimum.',
    wholeSeconds:
      '{rest, select, none {Over {seconds, plural, one {# whole second} other {# whole seconds}}.} other {Average: over all of the time. The other figures: over {seconds, plural, one {# whole second} other {# whole seconds}} of it.}}',
    requests: 'Requests',
    sent: 'Sent',
    completed: 'Completed',
    failed: 'Failed',
    timedOut: 'of these timed out',
    unfinished: 'In flight when the load ended',
    unanswered: 'of these without a response',
    /** Why it is not known of how many of those in flight. */
    unansweredUnknown:
      'not known{why, select, before {: recorded before this was measured} k6 {: k6 does not say} command {: the load command does not say} other {}}',
    stale: 'not in the latency',
    unexpected: 'Unexpected status',
    dropped: 'Dropped: too many in flight',
    bytes: 'Received',
    status: 'Status codes',
    noStatus: 'No response arrived.',
    errors: 'Errors',
    noErrors:
      '{ended, plural, =0 {No request has ended.} other {{unexpected, plural, =0 {Every request that ended got a response.} one {Every request that ended got a response, one of them with an unexpected status.} other {Every request that ended got a response, {unexpected, number} of them with an unexpected status.}}{unanswered, plural, =0 {} one { Another got no whole response, although it was waited for.} other { # others got no whole response, although they were waited for.}}}}',
    percentiles: 'All latency percentiles',
    percentileColumn: 'Percentile',
    valueColumn: 'Latency, {unit}',
    intervals: 'Intervals',
    intervalColumn: '95 % interval, {unit}',
    intervalEnds: '{from} to {to}',
    noInterval: 'not enough data',
    severalPeriods: 'per period only',
    intervalHelp:
      'The interval is a 95 % confidence interval for this run by order statistics, whatever the shape of the distribution. It takes requests as independent; they are not quite (one stall delays many), so it is rather too narrow. It says nothing about how another run would differ: that takes a comparison.',
    noteColumn: 'Note',
    weak: 'n {count}, needs {needed}',
    label: '{model}, {errors} errors{dropped, select, yes {, visitors that were never sent among them} other {}}',
    responses: 'n {count}, {label}.',
    noLatency:
      '{plan, select, yes {No response that the plan expects} other {No response with an expected status (200 to 399)}} arrived, so there is no latency to show.',
    noResponseNext: '{sent, plural, =0 {No request was sent.} other {Errors shows what came instead.}}',
    noProfileNext: 'Run again with “Take a CPU profile” selected to get one.',
    noThroughput:
      '{plan, select, yes {No response that the plan expects} other {No response with an expected status (200 to 399)}} arrived before the load ended, so there is no throughput to show.',
    environment: 'Environment',
    machine: 'Computer',
    machineValue: '{cpu}, {cores, plural, one {# core} other {# cores}}, {memory}',
    system: 'System',
    systemValue: '{os}, {arch}',
    node: 'Node of the server',
    nodePath: 'Node binary',
    engineNode: 'Node of the engine',
    loopscope: 'Loopscope',
    url: 'Load sent to',
    script: 'What is measured',
    cwd: 'Working folder',
    exit: 'The server ended',
    exitCode: 'with code {code}',
    exitSignal: 'by signal {signal}',
    generator: 'Load generator CPU',
    generatorPinned: '{cpu}, pinned to {count, plural, one {core} other {cores}} {cores}',
    generatorOfMany: '{cpu} in {workers, number} processes, {busiest} in the busiest',
    command: 'Command line',
    copyCommand: 'Copy the command',
    profile: '{unit, select, microseconds {CPU profile} bytes {Profile of memory} other {Profile}}',
    samples: 'Samples',
    inAll: 'In all',
    interval: 'Interval',
    intervalValue: '{asked, select, none {} other {{asked} requested, }}median {reached}',
    profiled: 'Covers',
    profiledValue:
      '{time}; in {idle} of it samples found no code running{before, select, none {} other {, and {before} passed before the first sample}}',
    profiledSeveral:
      '{time} in {processes} processes: {together} in total; in {idle} of it samples found no code running{before, select, none {} other {, and {before} passed before the first sample of each}}',
    profiledThreads:
      '{time} in {threads} threads{processes, plural, =1 {} other { of # processes}}: {together} in total; in {idle} of it samples found no code running{before, select, none {} other {, and {before} passed before the first sample of each}}',
    overhead: 'Cost of profiling',
    noProfile: 'No CPU profile was captured.',
    warnings: 'Before you trust the figures',
    warningsFolded:
      '{errors, plural, =0 {{warnings, plural, one {one warning} other {# warnings}}} one {one request went wrong{warnings, plural, =0 {} one {, one warning} other {, # warnings}}} other {# requests went wrong{warnings, plural, =0 {} one {, one warning} other {, # warnings}}}}',
    noWarnings: 'Nothing was found that casts doubt on the figures.',
    client: 'Client',
  },
  /** What taking the profile cost. */
  cost: {
    percent: '{percent} % ({low} to {high})',
    both: 'Profiling cost this run {cpu} more CPU time per request and {throughput} of its throughput (95 % intervals, {pairs, number} pairs of blocks with and without).',
    cpu: 'Profiling cost this run {cpu} more CPU time per request (95 % interval, {pairs, number} pairs of blocks with and without sampling); its cost in throughput is not known: {why}.',
    throughput:
      'Profiling cost this run {throughput} of its throughput (95 % interval, {pairs, number} pairs of blocks with and without sampling); its cost in CPU time per request is not known: {why}.',
    notMeasured: 'What profiling costs was not measured: {why}.',
    notAsked: 'What profiling costs was not measured.',
    covers: 'The profile covers the blocks with sampling only.',
    why: {
      running: 'the run goes on',
      tooFew:
        'the run had {pairs, plural, =0 {no pair} one {one pair} other {# pairs}} of blocks with and without sampling; {needed, number} are needed, for which a run has to last {seconds, number} s',
      noCpu: 'the CPU time of the server is not known in enough of the blocks',
      noRequests: 'too few of the blocks had responses',
      busyMachine: 'other programs wanted the same cores, so that throughput also depends on how the system shared them out',
      setRate: 'the load sets the rate, so throughput does not show it',
    },
  },
  parts: {
    phases: 'By phase of the schedule',
    levels: 'By level of the sweep',
    plan: 'By request of the plan',
    request: 'Request',
    share: 'Share, %',
    mean: 'Mean, {unit}',
    bytes: 'Received, {unit}',
    unlisted:
      '{count, plural, one {One request that was still in flight when the load ended is in no row} other {# requests that were still in flight when the load ended are in no row}}.',
    noPlan: 'This load has one request, which the other tables are of.',
    rate: 'Visitors/s',
    ramp: '{from} to {to}',
    connections: 'Connections',
    from: 'From',
    second: '{value} s',
    offered: 'Offered/s',
    inFlight: 'In flight',
    left: 'Unfinished at end',
    behind: 'Backlog growth',
    answered: 'Answered/s',
    dropped: 'Dropped',
    unanswered: 'No response',
    percentile: 'p{percentile}, {unit}',
    max: 'Max, {unit}',
    errors: 'Errors',
    held: '{of, select, rate {{many, select, yes {{held} visitors a second ({heldRequests} requests a second)} other {{held} visitors a second}}: the server kept up, and all were answered as expected. {many, select, yes {At {broke} visitors ({brokeRequests} requests) a second} other {At {broke}}} that was no longer so.} other {With {held} connections all requests were answered as expected; with {broke} they were not.}}',
    allHeld:
      '{of, select, rate {The server kept up with every rate, up to {many, select, yes {{held} visitors a second ({heldRequests} requests a second)} other {{held} visitors a second}}: all were answered as expected.} other {At every level, up to {held} connections, all requests were answered as expected.}}',
    noneHeld:
      '{of, select, rate {The server kept up with no rate: at {many, select, yes {{broke} visitors a second ({brokeRequests} requests a second)} other {{broke} visitors a second}}, not all were answered as expected, as fast as they came.} other {At no level were all requests answered as expected, not even with {broke} connections.}}',
    sentLate:
      '{some, select, yes {The server kept up with {many, select, yes {{held} visitors a second ({heldRequests} requests a second)} other {{held} visitors a second}}: all were answered as expected. Whether it would have kept up with {broke} is not known} other {Whether the server keeps up with {broke} visitors a second is not known}}: Loopscope could not send the requests in time.',
    sentLateBy:
      'At {level} a second, half of the requests were sent {late} late or later, which is most of their latency. More load processes (--workers) on a machine with free cores can send more.',
    times:
      '{of, select, rate {{level} a second was held {held} of {times} times.} other {With {level} connections all requests were answered as expected {held} of {times} times.}}',
    contradict:
      'The levels contradict each other: {count, plural, one {a lower one was} other {lower ones were}} not held ({levels}), so the limit is not certain.',
    contradicting:
      '{of, select, rate {{level} a second: {held} of {times}} other {{level, select, 1 {1 connection} other {{level} connections}}: {held} of {times}}}',
    again: '{level}, again',
    wrongThere:
      '{of, select, rate {At {level} a second} other {With {level} connections}} {wrong} of {requests, plural, one {# request} other {# requests}} went wrong.',
    behindThere:
      'At {level} a second, the median {many, select, yes {duration of a visit} other {latency}} rose from {early} in the first half of the {hold} s to {late} in the second: the server fell {behind} visitors behind, out of {came}. Up to {margin} would count as keeping up.',
    neverThere: 'At {level} a second, {behind} of {came} visitors never finished.',
    nearlyKept:
      'At {level} a second, the median {many, select, yes {duration of a visit} other {latency}} rose from {early} in the first half of the {hold} s to {late} in the second: the server fell {behind} visitors behind, out of {came}. Up to {margin} count as keeping up.',
    kept: 'At {level} a second, {many, select, yes {visits} other {requests}} took no longer in the second half of the {hold} s (half of them over {late}) than in the first ({early}): no queue grew.',
    inPace:
      'Errors aside, {held} visitors a second were answered as fast as they came; {late, select, yes {whether {broke} would have been is not known: Loopscope could not send the requests in time} other {{broke} were not}}.',
    allInPace: 'Errors aside, all rates were answered as fast as they came.',
    inPaceOnly:
      '{held} visitors a second were answered as fast as they came; {late, select, yes {whether {broke} would have been is not known: Loopscope could not send the requests in time} other {{broke} were not}}. Some requests went wrong already at the lowest rate, {lowest} a second.',
    allInPaceOnly: 'All rates were answered as fast as they came. Some requests went wrong already at the lowest rate, {lowest} a second.',
    levelsByRequest: 'By level and request',
    noLevelsByRequest: 'This load has no levels, or one request.',
    failedAt:
      '{of, select, rate {The first error came at {failedAt} visitors a second.} other {The first error came with {failedAt} connections.}}',
    littlesLaw:
      'By Little’s law the load was not in a steady state at {levels}: {count, plural, one {} other {at {first}, for example, }}throughput × mean latency gives {law} requests in flight instead of {known}. A queue grew there, or connections were idle: a longer level would give other figures.',
    visitsNote:
      'Unfinished at end: visitors whose requests were not all answered when the level ended; a few always are unfinished. Backlog growth: how many more visitors were waiting at the end of the level than at its start, estimated from how much longer visits took in its second half. A server that keeps up has none.',
    phaseFrom: '{rate} from {from} s',
    rising: 'Not steady, getting faster: {parts}.',
    falling: 'Not steady, getting slower: {parts}.',
    jumping: 'Not steady, with jumps: {parts}.',
    periods: 'Every 10 s',
    periodsCount: '{count, plural, one {# period} other {# periods}}',
    periodsNote:
      'Counted when requests ended, as Artillery reports periods; the tables of phases and levels count them when they were due.',
    noPeriods: 'A run of less than 10 s has one period: see --table latency.',
    noPhases: 'This load has no phases that differ.',
    noLevels: 'This load has no levels; --sweep has.',
  },
  /** What autocannon prints, where it was the client. */
  autocannon: {
    title: 'As autocannon prints it',
    note: 'From autocannon’s own histograms: whole milliseconds, responses with any status, until its last tick at {seconds} s. The figures above are from the times of all requests of the measured phase.',
    titleOf: 'As autocannon prints it, load process {number} of {count}',
    ofWhole: 'autocannon’s summary covers the whole run. Clear the window to see its tables.',
    none: 'autocannon had printed no summary when the run ended.',
    later: 'autocannon prints its summary at the end of the run.',
    absent: 'autocannon does not report the time to connect and to the first byte.',
    latencyTable: 'autocannon: latency',
    ratesTable: 'autocannon: requests and bytes per second',
    latency: 'Latency',
    requests: 'Req/Sec',
    bytes: 'Bytes/Sec',
    sampledSecond: 'Req/Bytes counts sampled once per second.',
    sampled: 'Req/Bytes counts sampled every {seconds} seconds.',
    samples: '# of samples: {count}',
    statuses: '{expected} 2xx responses, {others} non 2xx responses',
    sent: '{requests} requests in {seconds}s, {bytes} read',
    errors: '{errors} errors ({timeouts} timeouts)',
  },
} as const;
