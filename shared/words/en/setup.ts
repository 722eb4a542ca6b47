/** Texts of Set-up. */
import { grid } from './said/grid.ts';

/** When requests are made of what is started. */
const WHEN_READY = {
  waitUrl: 'As soon as it is ready, <b>{url}</b> is requested.',
  waitMix:
    'As soon as it is ready, {count, plural, =0 {<b>the requests of the plan</b> are made} one {<b>the request of the plan</b> is made} other {<b># requests</b> are made, each by its weight}}.',
  waitSequence:
    'As soon as it is ready, each user goes through {count, plural, one {<b>one request</b>} other {<b># requests</b>, one after the other}}.',
} as const;

export const setup = {
  title: 'New run',
  pid: {
    refresh: 'Look again',
    running: 'Running now',
    process: '{title} ({listens, plural, =0 {process {pid}} one {process {pid}, port {ports}} other {process {pid}, ports {ports}}})',
    none: 'No process of yours that runs Node.js listens on a port now.',
  },
  script: {
    placeholder: '/home/you/project/server.js',
    choose: 'Choose…',
    recent: 'Used before',
    dropped: 'A browser tells the page the name of a dropped file ({name}), but not its path. Choose it in its folder, or type its path.',
    droppedAction: 'Find {name}…',
  },
  /** In a message that names a field. */
  namedField: '“{label}”',
  /** Settings by their keys. */
  field: {
    script: {
      label: 'Script',
      hint: 'The file you would run with node. Type its path, choose it, or drop it here.',
      missing: 'Choose the script to run.',
    },
    command: {
      label: 'Command',
      hint: 'As you would type it, but started without a shell. Whatever it starts that runs Node is profiled.',
      missing: 'Enter the command that starts the server.',
    },
    group: {
      label: 'Group',
      hint: 'In YAML: members with a name and a script or command, started in this order. The last one gets the load unless another is marked “loaded: true”.',
      missing: 'Enter the members of the group.',
    },
    groupFile: { label: 'File of the group', hint: 'Runs of the group are named after it.', missing: 'Give the group a name.' },
    server: {
      label: 'Server',
      hint: 'Scheme, host and port of a server that is up already. It is neither started nor stopped.',
      missing: 'Enter the address of the server, such as http://127.0.0.1:3000.',
    },
    pid: {
      label: 'Process',
      hint: 'Its number, or one of the Node.js servers that run now. It is neither started nor stopped.',
      missing: 'Choose the process, or enter its number.',
    },
    args: { label: 'Arguments', hint: 'As in a shell: separated by spaces; quotes keep words together.' },
    nodeArgs: { label: 'Arguments of Node', hint: 'Before the script, as in node --max-old-space-size=200 server.js.' },
    cwd: { label: 'Working folder', hint: 'Empty: the folder of the script.' },
    node: { label: 'Node.js' },
    env: { label: 'Environment', hint: 'Added to the environment Loopscope runs in.' },
    topology: {
      label: 'In front of it',
      hint: 'Behind nginx or a proxy, the server has to listen on the port in its variable PORT.',
    },
    portTimeoutS: { label: 'Wait for a port', hint: 'A script that does not listen within this time is stopped.' },
    url: { label: 'What to request', hint: 'A path on the server, or a full http or https URL.' },
    method: { label: 'Method' },
    headers: { label: 'Headers', hint: 'Sent with every request.' },
    body: {
      label: 'Body',
      hint: 'Sent as it is, with any method; servers usually ignore that of a GET. Set its type with a content-type header.',
    },
    plan: {
      label: 'Request plan',
      hint: 'Several requests in shares, or a sequence that each user goes through, in place of the one request.',
    },
    planFile: { label: 'File of the plan', hint: 'Files that the plan names are beside it.' },
    loadCommand: {
      label: 'Load by a command',
      hint: "Another load generator in place of Loopscope, started without a shell: ab -n 1000 -c 10 '{url}'. Empty: Loopscope makes the requests.",
    },
    connections: { label: 'Connections', hint: 'Each sends its next request when the response to the last one has arrived.' },
    users: {
      label: 'Users',
      hint: 'Each has a connection of its own, and sends its next request when the response to the last one has arrived.',
    },
    requestsEach: { label: 'Requests of each user' },
    spreadS: { label: 'Time over which they arrive', hint: '0: all at once.' },
    schedule: {
      label: 'Visitors',
      hint: 'How many come, and for how long: 10/s for 20s, 10/s..170/s over 10s, pause 5s, 3x(10/s for 5s, 100/s for 1s).',
    },
    poisson: { label: 'At random (Poisson): independent of each other', hint: 'Otherwise evenly spaced.' },
    seed: { label: 'Seed', hint: 'The same seed gives the same arrivals.' },
    maxInFlight: {
      label: 'In flight at most',
      hint: 'Each visitor gets a connection of its own while it waits. Visitors who arrive while this many are waiting are dropped, and counted.',
    },
    levels: { label: 'Levels', hint: '1..32 or 1, 5, 25 are connections, 100/s..2000/s visitors a second.' },
    holdS: { label: 'Time of each level' },
    question: {
      label: 'The highest rate with',
      hint: 'Bounds with commas between them: p99 < 200ms, errors <= 0%. Any percentile or mean; of one request of a plan: checkout p95 < 300ms.',
    },
    budgetS: { label: 'For at most', hint: 'The time of all levels.' },
    perLevel: { label: 'Requests of a level at least', hint: '0: as many as the question needs.' },
    durationS: { label: 'How long to measure' },
    requests: { label: 'How many requests' },
    warmupS: {
      label: 'Warm-up',
      hint: 'Load before measuring starts, so that code is compiled and caches are filled. None of it is counted. 0 for none.',
    },
    timeoutS: {
      label: 'Timeout',
      hint: 'A request counts as failed when no byte of its response comes for this long; of a number of requests, when the response is not complete by then.',
    },
    keepBodies: {
      label: 'Keep the bodies of the first responses',
      hint: 'The first 4 kB of each kind of failure and of the first good response, without what looks like a secret.',
    },
    keepAlive: { label: 'Keep connections open between requests', hint: 'Otherwise every request opens its own connection.' },
    pipelining: {
      label: 'Requests in flight on each connection',
      hint: 'More than 1 is pipelining: the next request is sent before the last one is answered. Responses come in order, so a slow one delays those behind it.',
    },
    workers: {
      label: 'Load processes',
      hint: 'The connections are divided among them. Use more when one process cannot send fast enough; each takes a core of this machine.',
    },
    pin: {
      label: 'Keep each load process on one core',
      hint: 'On Linux, if at least three other cores are left: the load is then sent more evenly. The server may use all cores.',
    },
    allowHost: { label: 'Name of the other machine, typed again' },
    signal: {
      label: 'Send SIGUSR1, so that it opens its inspector',
      hint: 'Needed for a CPU profile of a process that was not started with --inspect. A program with a handler of SIGUSR1 of its own runs that instead, which may reload or end it.',
    },
    collectGarbage: {
      label: 'Collect garbage before and after measuring',
      hint: 'One full collection each, outside of the measured phase: only then is it known what is alive in memory, and by how much it grew. Stops the server for 50 to 200 ms.',
    },
    spans: {
      label: 'Record when each request is in the server',
      hint: 'Shows for each request how long it waited to be read, how long it was in the server and how long it took to come back, and for each route how long its requests are in the server. Costs little. “Attribute CPU to requests” includes it.',
    },
    byRequest: {
      label: 'Attribute CPU to requests',
      hint: 'Records which request each sample was taken for: this gives the CPU time of each route, and the profile of one route or of the slowest requests. Adds a little work to each callback of the server.',
    },
    byRequestLimit: {
      label: 'What that may cost, %',
      hint: 'Of the time of the main thread, estimated in the second second of requests. If it is more, only the time of each request in the server is recorded from then on. 100: whatever it costs.',
    },
    waits: {
      label: 'Record what requests wait for',
      hint: 'Queries to databases, calls to other servers, and exchanges on other connections: how many, how long, and how long they were in line for a connection. Looks at what the server writes and reads there; values of queries are not kept.',
    },
    keepStatements: {
      label: 'Keep the statements of databases',
      hint: 'Without their values. Otherwise each statement has a number in the session.',
    },
    measureCost: {
      label: 'Measure what profiling costs',
      hint: 'Sampling is on for 1.25 s and off for 1.25 s, in random order within each pair. A result needs 80 pairs, a run of 205 s. The profile then covers half of the time.',
    },
    keepSource: {
      label: 'Keep the source of hot files in the session',
      hint: 'So that whoever opens the session on another machine sees the text beside the lines. Without what looks like a secret; a copy can be saved without it.',
    },
    allocations: {
      label: 'Sample what is allocated, too',
      hint: 'Which functions allocate memory in the heap, as a flame graph in bytes beside that of CPU time. Costs a little more.',
    },
    alive: {
      label: 'Only what is alive at the end',
      hint: 'What was allocated during the run and is kept after a full collection, instead of all that was allocated. Node 18 can tell no more than that.',
    },
    sampleBytes: {
      label: 'Bytes from one sample to the next',
      hint: 'On average. With 128 kB, a share of memory is known to 3 percentage points after 140 MB. Less shows more detail and costs more.',
    },
    inlining: {
      label: 'Let V8 inline functions',
      hint: 'V8 inlines functions into their callers, and counts what they allocate for the callers. Without it each function is seen for itself, and the server is slower.',
    },
    rounds: {
      label: 'Rounds that are judged',
      hint: 'More of them tell slower leaks and take longer, about 3 s each.',
    },
    perRound: {
      label: 'Requests in a round (0: of 2.5 s)',
      hint: 'All rounds have the same number. More requests show smaller leaks.',
    },
    restS: {
      label: 'Rest at the end',
      hint: 'Without requests, where memory has grown: caches with a time limit have the chance to forget. 0: none.',
    },
    atMostS: {
      label: 'At most, for further rounds',
      hint: 'A cache that is not full yet looks like a leak, so that rounds are added until there were 50,000 requests with those of the warm-up, or this time is over.',
    },
    exactFrames: {
      label: 'Exact frames',
      hint: 'V8 inlines functions into their callers, and counts their samples for the callers. So that each function is seen for itself, the server is started a second time when the run has ended, under the same load for at most 10 s, without inlining; that pass has a profile of its own. Only for a single run, not in comparisons.',
    },
    intervalUs: {
      label: 'Sampling interval',
      hint: 'A shorter interval shows more detail and costs more; below 50 µs V8 cannot keep up.',
    },
  },
  /** What this machine has measured last, for these settings of the profile. */
  lastCost: {
    both: 'Measured on this machine on {date}: profiling cost {cpu} more CPU time per request and {throughput} of the throughput.',
    cpu: 'Measured on this machine on {date}: profiling cost {cpu} more CPU time per request.',
    throughput: 'Measured on this machine on {date}: profiling cost {throughput} of the throughput.',
  },
  remembered: {
    offer: 'This script has been run before: {plan}.',
    use: 'Fill in as last time',
    filled: 'Filled in as last time: {plan}.',
    afresh: 'Start from scratch',
    leak: '{plan}, {url}, to look for a leak',
    requestPlan: 'a request plan',
    duration: '{sends}, {seconds, plural, one {# second} other {# seconds}}, {url}',
    amount: '{sends}, {requests, plural, one {# request} other {# requests}}, {url}',
  },
  allowHost: {
    text: 'This sends load to <b>{host}</b>, which is not this machine. Send load only to machines that you are allowed to test. If this is one, type its name here; that counts for this run only.',
  },
  load: {
    label: 'Load',
    presets: 'Presets',
    model: { closed: 'Closed load', users: 'Fixed users', arrivals: 'Open load', sweep: 'Sweep', 'find-limit': 'Highest rate' },
    about: {
      closed: 'clients that each wait for their response',
      users: 'each makes some requests and leaves',
      arrivals: 'visitors at a rate, whatever the server does',
      sweep: 'level by level of connections or rates',
      'find-limit': 'looked for: how much the server holds',
    },
    preset: {
      ping: 'Ping: rises from 0 to 300 visitors/s in 5 min',
      load: 'Load test: rises from 0 to 200 visitors/s in 200 s',
      spike: 'Spike: 10/s, twice up to 170/s',
      endurance: 'Endurance: 10 visitors/s for 5 min',
      autocannon: 'autocannon -c 100 -d 20',
      artillery: 'artillery quick --count 50 --num 20',
      abSmall: 'ab -n 1000 -c 100',
      abMiddle: 'ab -n 10000 -c 500',
      abLarge: 'ab -n 10000 -c 800',
    },
  },
  end: {
    label: 'Measure',
    duration: 'For a time',
    amount: 'A number of requests',
    requests: 'requests',
  },
  node: {
    first: 'The first one found',
    version: 'Node {version}',
    unknown: 'Version not known',
    refresh: 'Look for Node again',
    detail: '{source}, {path}',
    none: 'No Node.js of version 18 or newer was found on this machine. Install one, then search again.',
  },
  target: {
    kindLabel: 'What is measured',
    kind: { script: 'A script', command: 'A command', group: 'A group', url: 'A server that is up', pid: 'A process' },
    title: 'The script: arguments, folder, environment',
    titleOfGroup: 'The group: name, environment, how long a member may take to be ready',
    titleOfCommand: 'The command: environment, how long it may take to listen',
    note: '{count, plural, =0 {no changes} one {# change} other {# changes}}',
    argsParsed: '{count, plural, one {One argument:} other {# arguments:}}',
    cwdChoose: 'Choose…',
    cwdOfCommand: 'The folder in which you would type the command.',
    groupOpen: 'Open a file…',
    cwdOfGroup: 'Paths of the members are relative to this folder.',
  },
  topology: {
    kind: {
      direct: 'Nothing: one server',
      processes: 'Several processes that share its port',
      nginx: 'nginx, in front of one or more copies of it',
      proxy: 'A proxy of yours',
    },
    about: {
      direct: 'The load goes to the server itself.',
      processes: 'The cluster module of Node makes them; the script needs nothing for that.',
      nginx: 'Each copy listens on a port of its own; nginx distributes the requests among them in turn.',
      proxy: 'A script that Node runs. It finds the server in its variable BACKEND_URL, and several copies of it in BACKEND_URLS.',
    },
    copies: 'Copies',
    processes: 'Processes',
    file: 'Whole path of the proxy script',
    timeout: 'Timeout of nginx (to connect, send and read)',
    connections: 'Connections per worker (worker_connections)',
    keepalive: 'Idle connections kept to the servers (keepalive; 0: none)',
    files: 'Open files per worker (worker_rlimit_nofile; 0: as the system has it)',
    workers: 'Workers (0: one for each core)',
  },
  request: {
    title: 'The request: method, headers, body',
    titleWithPlan: 'The requests: timeout, kept responses',
    titleOfLoad: 'Timeout, kept responses',
  },
  client: {
    title: 'The client',
    label: 'What makes the requests',
    loopscope: 'Loopscope',
    autocannon: 'autocannon',
    k6: 'k6',
    about: {
      loopscope: 'Times every request in microseconds, with the time to connect and to the first byte.',
      autocannon: 'The npm package, version 9: to reproduce figures that were published with it, or as a cross-check.',
      k6: 'The program k6, where there is one on the PATH: it is given the plan as a script, and its requests are shown as our own.',
    },
    differs: {
      autocannon: {
        connects: 'It opens its connections when measuring starts, not before; the first requests include that.',
        times: 'It reports neither the time to connect nor the time to the first byte.',
        ends: 'It stops on a full second. Requests after the end of the measured phase are in its own tables only.',
        errors:
          'After an error it times the later requests of that connection from an earlier one. These are marked and left out of the latency.',
      },
      k6: {
        script: 'It carries out the script that “loopscope plan export --to k6” writes.',
        starts: 'Its virtual users connect when measuring starts, not before. A warm-up is made by the client of Loopscope.',
        times: 'It times a request from when it sends it. When a visitor was due is not known.',
        ends: 'Requests that are in flight at the end are cut, and it does not say how many they were.',
        bytes: 'It counts the bytes of a pass through a sequence together: the last request of the pass has them.',
      },
    },
    alwaysKept: 'autocannon always keeps its connections open.',
    both: 'Compare both load clients…',
    bothHint: 'A comparison of two variants that differ in nothing but what makes the requests',
  },
  problem: {
    openQuote: grid.openQuote,
    noUrl: 'Enter a path such as / or a full URL.',
    badUrl: 'Start a path with /, or enter a full URL such as http://localhost:3000/.',
    notTyped: 'Type the name of the machine exactly as in the URL.',
    badName: 'Each row needs a name, without “=”.',
    badHeader: 'A header name is one word of letters, digits and dashes; its value is one line.',
    redacted: 'Values that may be secrets are not stored: enter them again where it says “(not saved)”.',
    whole: 'A whole number from {min, number} to {max, number}.',
    seconds: 'A number of seconds from {min, number} to {max, number}.',
    bytes: 'A whole number of bytes from {min, number} to {max, number}.',
    microseconds: 'A whole number of microseconds from {min, number} to {max, number}.',
    badPlan: 'This cannot be read as a plan.',
    badGroup: 'This cannot be read as a group.',
    tooLong: 'This is longer than Loopscope accepts.',
  },
  /** By the kind of what is measured: in the plan, and while it runs. */
  kind: {
    script: {
      start:
        '{args, plural, =0 {<b>{name}</b> is started with {node}.} one {<b>{name}</b> is started with {node} and # argument.} other {<b>{name}</b> is started with {node} and # arguments.}}',
      nothing: 'The script you choose is started with {node}.',
      nodeArgs: 'Node itself gets {count, plural, one {# argument} other {# arguments}}.',
      waitPath: 'As soon as it listens on a port, <b>{url}</b> is requested there.',
      ...WHEN_READY,
      end: 'At the end the script and everything it started are stopped, and the session is saved.',
      launching: 'launching the script: {subject}',
      waiting: 'waiting for it to listen',
      stopping: 'stopping the script',
    },
    command: {
      start: '<b>{name}</b> is started in its folder, without a shell.',
      nothing: 'The command you type is started, without a shell.',
      waitPath: 'As soon as it, or something it starts, listens on a port, <b>{url}</b> is requested there.',
      ...WHEN_READY,
      end: 'At the end the command and everything it started are stopped, and the session is saved.',
      launching: 'starting {subject}',
      waiting: 'waiting for it to listen',
      stopping: 'stopping everything it started',
    },
    group: {
      start: 'The members of <b>{name}</b> are started one after the other, each when the one before it is ready.',
      nothing: 'The members of the group are started one after the other, each when the one before it is ready.',
      waitPath: 'As soon as all are ready, <b>{url}</b> is requested of the one that gets the load.',
      waitUrl: 'As soon as all are ready, <b>{url}</b> is requested.',
      waitMix:
        'As soon as all are ready, {count, plural, =0 {<b>the requests of the plan</b> are made} one {<b>the request of the plan</b> is made} other {<b># requests</b> are made, each by its weight}}.',
      waitSequence:
        'As soon as all are ready, each user goes through {count, plural, one {<b>one request</b>} other {<b># requests</b>, one after the other}}.',
      end: 'At the end all members and everything they started are stopped, the last one first, and the session is saved.',
      launching: 'starting the members of {subject}',
      waiting: 'waiting for all members to be ready',
      stopping: 'stopping all members and everything they started',
    },
    url: {
      start: 'Nothing is started: the server at <b>{name}</b> is up already.',
      nothing: 'Nothing is started: a server that is up already is measured.',
      waitPath: 'If it accepts connections, <b>{url}</b> is requested there.',
      waitUrl: 'If it accepts connections, <b>{url}</b> is requested.',
      waitMix:
        'If it accepts connections, {count, plural, =0 {<b>the requests of the plan</b> are made} one {<b>the request of the plan</b> is made} other {<b># requests</b> are made, each by its weight}}.',
      waitSequence:
        'If it accepts connections, each user goes through {count, plural, one {<b>one request</b>} other {<b># requests</b>, one after the other}}.',
      end: 'At the end the server is left running, and the session is saved.',
      launching: 'looking for the server at {subject}',
      waiting: 'connecting to it',
      stopping: 'leaving the server as it is',
    },
    pid: {
      start: 'Nothing is started: process <b>{name}</b> runs already.',
      nothing: 'Nothing is started: a process that runs already is measured.',
      inspector:
        '{signal, select, yes {Unless its inspector is open already, SIGUSR1 is sent to the process, which opens it (127.0.0.1:9229) for the time of the run: programs of this machine can debug it meanwhile.} other {That takes an inspector of the process that is open already (node --inspect). Without one there is no CPU profile: CPU time and memory are measured from outside.}}',
      waitPath: 'Where it listens, <b>{url}</b> is requested.',
      waitUrl: 'If it listens there, <b>{url}</b> is requested.',
      waitMix:
        'Where it listens, {count, plural, =0 {<b>the requests of the plan</b> are made} one {<b>the request of the plan</b> is made} other {<b># requests</b> are made, each by its weight}}.',
      waitSequence:
        'Where it listens, each user goes through {count, plural, one {<b>one request</b>} other {<b># requests</b>, one after the other}}.',
      end: 'At the end the process is left running, and the session is saved.',
      launching:
        'looking at process {subject}{capture, select, cpu {; a CPU profile is taken through its inspector (127.0.0.1:9229), if that is open or SIGUSR1 may be sent} other {}}',
      waiting: 'looking for its port',
      stopping: 'leaving the process as it is',
    },
  },
  plan: {
    title: 'What will happen',
    someNode: 'Node.js',
    node: 'Node {version}',
    warmup:
      'The first {seconds, plural, one {# second} other {# seconds}} of load {seconds, plural, one {is} other {are}} <warm>warm-up</warm>, which is not counted.',
    noWarmup: 'Without <warm>warm-up</warm>: the first request counts.',
    workers: 'The connections are divided among <b>{workers, number} load processes</b>.',
    workersOverCores:
      'The connections are divided among <b>{workers, number} load processes</b>, more than the {cores, plural, one {one core} other {# cores}} of this machine: they take CPU time from each other and from the server.',
    madeBy: {
      autocannon: 'The requests are made by <b>autocannon</b>.',
      k6: 'The requests are made by <b>k6</b>, which times them from when it sends them.',
    },
    byCommand:
      'Your <b>command</b> makes the load, for {seconds, plural, one {# second} other {# seconds}} at most. Its figures are read from what it prints.',
    nginx:
      '{copies, plural, one {<b>nginx</b> is started in front of it, and gets the load.} other {<b>{copies, number} copies</b> of it are started, and <b>nginx</b> in front of them, which gets the load.}}',
    processes:
      'It runs in {copies, plural, one {<b>one process</b> below a primary, as with the cluster module of Node.} other {<b>{copies, number} processes</b> that share its port, as with the cluster module of Node.}}',
    proxy:
      '{copies, plural, one {<b>{name}</b> is started in front of it, and gets the load.} other {<b>{copies, number} copies</b> of it are started, and <b>{name}</b> in front of them, which gets the load.}}',
    command: 'The same in a terminal',
    drawing: 'Drawing: what happens from start to stop',
    phaseStart: 'start',
    phaseWarmup: 'warm-up',
    phaseMeasure: 'measured',
    phaseStop: 'stop',
    rates: '{count, plural, one {# visitor} other {# visitors}}, at most {most}/s',
    levels: '{count, plural, one {one level} other {# levels}}',
    searched: 'rates, up and down to the limit',
    lanes: '{count, plural, one {# connection} other {# connections}}',
  },
  /** Beside the title of a form. */
  draft: {
    afresh: 'Start afresh',
    afreshHint: 'Empties the form. What is in it now can be brought back.',
    aside: '{count, plural, one {Earlier draft} other {Earlier drafts (#)}}',
    bringBack: '{name} · {when}',
    unnamed: 'nothing chosen yet',
    against: '{a} against {b}',
  },
  run: 'Run',
  running: 'Starting…',
  compare: 'Compare with a variant of it…',
} as const;
