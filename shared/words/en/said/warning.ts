/** What a reader should know before trusting the figures of one run; computed from them. */
export const runWarning = {
  stopped: 'The run was stopped before its planned end.',
  targetExited: 'The server ended before the run did; the figures cover the time until then.',
  recovered: 'This recording was recovered after Loopscope was killed; its last second may be missing.',
  failed: 'The run failed; the figures cover what was recorded until then.',
  neverMade:
    '{count, plural, one {One request of the plan was} other {# requests of the plan were}} never made: {requests}{more, plural, =0 {} other {, and # more}}.',
  noneEnded:
    '{count, plural, one {One request of the plan has} other {# requests of the plan have}} no figures: {requests}{more, plural, =0 {} other {, and # more}}. When the load ended, none of {count, plural, one {its} other {their}} responses was complete, and whether {count, plural, one {it was} other {they were}} made is not recorded.',
  requestsFailed: '{share} of the requests ({count}) failed: {errors}. The latency covers only the other requests.',
  requestsTimedOut:
    '{share} of the requests ({count}) failed: {errors}. Those that timed out count in the latency as at least their time-out; it covers no others that failed.',
  unexpected:
    '{share} of the requests ({count}) got a status outside 200 to 399: {statuses}. They are not included in latency and throughput.',
  stale:
    '{count} responses came on connections on which autocannon had seen an error before. It times them from an earlier request, so they are not part of the latency.',
  shareLess: 'Less than 0.1 %',
  shareMore: 'More than 99.9 %',
  share: '{percent} %',
  warmUp: 'The run was not steady: it was warming up for its first {seconds} s.',
  warmUpSpread: 'The run was not steady: it was warming up for its first {seconds} s (fifths of the run differ by {spread} %).',
  rising: 'The run was not steady: throughput kept rising.',
  risingSpread: 'The run was not steady: throughput kept rising (fifths of the run differ by {spread} %).',
  falling: 'The run was not steady: throughput kept falling.',
  fallingSpread: 'The run was not steady: throughput kept falling (fifths of the run differ by {spread} %).',
  jumping: 'The run was not steady: throughput jumped.',
  jumpingSpread: 'The run was not steady: throughput jumped (fifths of the run differ by {spread} %).',
  fallingLatency: 'The run was not steady: at the same arrival rate, latency kept falling (fifths of the run differ by {spread} %).',
  risingLatency: 'The run was not steady: at the same arrival rate, latency kept rising (fifths of the run differ by {spread} %).',
  jumpingLatency: 'The run was not steady: at the same arrival rate, latency jumped (fifths of the run differ by {spread} %).',
  generator: 'The load generator was the bottleneck, not your server: the throughput is a lower bound.',
  generatorUsed:
    'The load generator was the bottleneck, not your server (a load process used {used} % of a core, over {limit} %): the throughput is a lower bound.',
  generatorBoth:
    'The load generator and your server were both at their limit (a load process used {used} % of a core, over {limit} %): part of the latency is the wait for the load process.',
  generatorLate:
    'The load was not quite what you set: {who, select, only {the only request was sent {late} after it was} latest {the latest request was sent {late} after it was} other {1 % of the requests were sent more than {late} after they were}} due (over {limit}). Latency includes that wait.',
  burst:
    'The load process was held up: requests that had become due meanwhile were sent together, and {count} connections were opened for requests over {limit} ms late. If the server was slow then, that burst may be why.',
  dropped:
    '{count} visitors ({share}) were never sent, because {most} requests were in flight{orLate, select, yes {, or because Loopscope could not send them within 5 s} other {}}. Their waiting is in no latency, so the latency looks better than it was.',
  workers:
    '{workers} load processes ran on a machine with {cores, plural, one {one core} other {{cores} cores}}: they took CPU time from each other and from the server.',
  ownTime:
    '{percent} of the CPU time in the profile is Loopscope’s own: the server uses less without it, and shares of its code are larger then. What costs most is to follow requests, which --no-by-request leaves out.',
  notFollowed:
    'What requests waited for, and which one the main thread worked on, is not known: to record it would have taken about {percent} % of its time. With --by-request-limit 100 it is recorded all the same, and latency and CPU time are those of a slower server.',
  noAgent: 'The server ran without the agent: there are no figures from inside its process and no profile.',
  waitedForCore:
    'The threads in the profile ran for {cpu} and waited {waited} for a core, because the machine was busy: latencies contain that wait, CPU times do not.',
  shortWaits:
    '{count, plural, one {One thread} other {{count} threads}} in the profile worked and waited in calls by turns ({blocked} blocked). On a busy machine waits of about a millisecond cannot be told from work exactly: shares of functions may be off by more than their intervals.',
  unclearWait:
    '{name} calls Atomics.wait on a line that does something else as well ({place}): V8 tells samples apart by line, so how much of the CPU time of this thread is there, and how much elsewhere, is an estimate.',
  few: 'Too few responses ({count}) for p{percentile}, which needs {needed}.',
  interrupted: 'The run was interrupted: {gap}. Figures over time are not valid across it; repeat the run.',
  clockGapNoticed: 'for {time}, noticed {end} after the start, the machine or Loopscope was suspended, or the clock was set by that amount',
  clockGap: 'for {time} the machine or Loopscope was suspended, or the clock was set by that amount',
  foreign: 'Other programs used {mean} of a core on average, at most {max}: some of the latency may be due to them.',
  foreignOfCores: 'Other programs used {mean} of a core on average ({cores} cores), at most {max}: some of the latency may be due to them.',
  steal:
    'The host of this virtual machine gave {mean} of a core to others: that time is missing here, and some of the latency may be due to the host.',
  stealOfCores:
    'The host of this virtual machine gave {mean} of a core to others ({cores} cores): that time is missing here, and some of the latency may be due to the host.',
  threads:
    "Threads other than the main one (worker threads, libuv's pool, V8's helpers) used {percent} % of a core: the event-loop figures are of the main thread only.",
  threadsUnseen:
    'Process {pid} used {process} of CPU time, of which {other} is of threads that were not seen: its CPU time by thread is incomplete.',
  threadsTooMuch:
    'The threads of process {pid} used {other} of CPU time more than the process as a whole ({process}): its CPU time by thread is not exact.',
  threadsProfile: "Threads that have no profile (libuv's pool, V8's helpers, worker threads that ended early) used {percent} % of a core.",
} as const;

/** What was noticed during a run and is recorded with it. */
export const recording = {
  droppedOutput: 'The server printed more than is recorded: {bytes} of its output were dropped. All requests are recorded.',
  full: 'The run was ended before its planned end, because it had reached {limit} requests: every request of a run is kept, and a run keeps no more. The figures cover all of them.',
  torn: 'The last {bytes} bytes of the recording were torn or damaged and are left out.',
  permissionModel:
    'The server runs under the permission model, where the agent cannot be loaded: no profile and no event-loop figures; CPU time and memory are measured from outside.',
  unobserved:
    'Process {pid} ({title}) does not report: it was started without the NODE_OPTIONS that load the agent. Its CPU time and memory are measured from outside; it has no profile. Whatever sets NODE_OPTIONS can keep what is in it: NODE_OPTIONS="$NODE_OPTIONS --flag".',
  unobservedBecause:
    'Process {pid} ({title}) does not report: {why}. Its CPU time and memory are measured from outside; it has no profile.',
  underPermission: 'the agent cannot be loaded under the permission model',
  startsOthers: 'Node lets nobody look into a process that runs tests or watches files',
  otherUser: 'it runs as another user, who may not speak to Loopscope',
  tooOld: 'Node {version} is too old for the agent',
  silent:
    'Process {pid} ({title}) has not reported, although nothing was seen that kept the agent out of it. Its CPU time and memory were measured from outside; it has no profile.',
  stranger: 'Something other than the agent connected to its private socket and was disconnected.',
  invalid:
    'Process {pid} ({title}) sent something that the agent does not send, and it was left out: figures from inside this process may be incomplete.',
  notEnded: 'These processes could not be ended: {pids}.',
  profile: 'profile',
  peers: 'count of calls to other servers',
  liveMemory: 'full garbage collection',
  onlyAlive:
    'Node 18 cannot tell what was allocated and collected since: the profile is of what was allocated meanwhile and is alive at the end.',
  allocations: 'sampling of allocations',
  captureLate: 'Process {pid} did not respond within {seconds} s: what it does before it responds is not in its {what}.',
  captureNone: 'Process {pid} did not respond at any time of the recording: it has no {what}.',
  noRequests:
    'What happened to requests in the server is not known: no request to an HTTP/1 server was seen in the main thread of a process that Loopscope has started. Requests to servers in worker threads are not seen.',
  exactFailed: 'The second pass, without inlining, ended early: {why}',
  shortThreads:
    '{count, plural, one {A worker thread has} other {# worker threads have}} no profile: {count, plural, one {it} other {they}} ended before the first part of one was there. Their CPU time counts for their process.',
  moreThreads:
    '{count, plural, one {A worker thread has} other {# worker threads have}} no profile: the script started more threads than are profiled in one run. Their CPU time counts for their process.',
  captureCut: 'Process {pid} did not respond within {seconds} s: the last part of its {what} is missing.',
  ticksCluster:
    'The server runs a cluster. V8 logs ticks for each process alone, so this run has none. The CPU profile covers the processes of a cluster.',
  ticksChildren:
    'The ticks are of the main process only; {count, plural, one {another Node.js process of the server is} other {# other Node.js processes of the server are}} not among them.',
  ticksNone: 'V8 has logged no ticks during the measured phase.',
  ticksNoLog: 'V8 has written no log of ticks.',
  ticksTooLarge: 'The log of ticks is {size}; at most {limit} are read. A shorter run has a shorter log.',
  ticksTime: 'The ticks are missing: reading their log took longer than {seconds} s. A shorter run has a shorter log.',
  ticksTooMany: 'The ticks are missing: their log has more functions and stacks than a session holds. A shorter run has fewer.',
  ticksFailed: 'The ticks are missing: their log could not be read ({why}).',
  ticksWhole:
    'The server ran without the agent, which sets the clock in the log of ticks: they are of its whole life, not of the measured phase alone.',
  captureFailed: 'The {what} of process {pid} failed: {why}',
} as const;

/** Why a run takes no part in a comparison. */
export const exclusion = {
  stopped: 'stopped',
  notRun: 'The comparison ended before this run.',
  nothingMeasured: 'Nothing was measured.',
  full: 'It was ended before its planned end, because it had as many requests as a run keeps.',
  noResponse: 'No request got a response.',
  failed: '{percent} % of its requests failed.',
  status: '{percent} % of its responses had status {status}.',
  statuses: '{percent} % of its responses had a status outside 200 to 399 ({statuses}).',
  unexpected: '{percent} % of its responses had a status outside 200 to 399.',
  almostAllStatus: 'More than 99.9 % of its responses had status {status}.',
  almostAllStatuses: 'More than 99.9 % of its responses had a status outside 200 to 399 ({statuses}).',
  interrupted: 'This run was interrupted: {gap}.',
  otherInterrupted: 'Another run of its round was interrupted: {gap}.',
} as const;
