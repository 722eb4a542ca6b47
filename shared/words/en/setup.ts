/** Texts of Set-up. */
export const setup = {
  title: 'New run',
  script: {
    placeholder: '/home/you/project/server.js',
    choose: 'Choose…',
    recent: 'Used before',
    dropped: 'A browser tells the page the name of a dropped file ({name}), but not its path. Choose it in its folder, or type its path.',
    droppedAction: 'Find {name}…',
  },
  /** Settings by their keys. */
  field: {
    script: {
      label: 'Script',
      hint: 'The file you would run with node. Type its path, choose it, or drop it here.',
      missing: 'Choose the script to run.',
    },
    args: { label: 'Arguments', hint: 'As in a shell: separated by spaces; quotes keep words together.' },
    nodeArgs: { label: 'Arguments of Node', hint: 'Before the script, as in node --max-old-space-size=200 server.js.' },
    cwd: { label: 'Working folder', hint: 'Empty: the folder of the script.' },
    node: { label: 'Node.js' },
    env: { label: 'Environment', hint: 'Added to the environment Loopscope runs in.' },
    portTimeoutS: { label: 'Wait for a port', hint: 'A script that does not listen within this time is stopped.' },
    url: { label: 'What to request', hint: 'A path on the script’s server, or a full http or https URL.' },
    method: { label: 'Method' },
    headers: { label: 'Headers', hint: 'Sent with every request.' },
    body: {
      label: 'Body',
      hint: 'Sent as it is, with any method; servers usually ignore that of a GET. Set its type with a content-type header.',
    },
    connections: { label: 'Connections', hint: 'Each sends its next request when the response to the last one has arrived.' },
    durationS: { label: 'How long to measure' },
    requests: { label: 'How many requests' },
    warmupS: {
      label: 'Warm-up',
      hint: 'Load before measuring starts, so that code is compiled and caches are filled. None of it is counted. 0 for none.',
    },
    timeoutS: { label: 'Timeout', hint: 'A request without a complete response after this long counts as failed.' },
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
    allowHost: { label: 'Name of the other machine, typed again' },
    intervalUs: {
      label: 'Sampling interval',
      hint: 'A shorter interval shows more detail and costs more; below 50 µs V8 cannot keep up.',
    },
  },
  remembered: {
    offer: 'This script has been run before: {plan}.',
    use: 'Fill in as last time',
    filled: 'Filled in as last time: {plan}.',
    afresh: 'Start from scratch',
    duration: '{connections, plural, one {# connection} other {# connections}}, {seconds, plural, one {# second} other {# seconds}}, {url}',
    amount:
      '{connections, plural, one {# connection} other {# connections}}, {requests, plural, one {# request} other {# requests}}, {url}',
  },
  allowHost: {
    text: 'This sends load to <b>{host}</b>, which is not this machine. Load only machines that you may load. If you may load this one, type its name here; that counts for this run only.',
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
    title: 'The script: arguments, folder, environment',
    note: '{count, plural, =0 {no changes} one {# change} other {# changes}}',
    argsParsed: '{count, plural, one {One argument:} other {# arguments:}}',
    cwdChoose: 'Choose…',
  },
  request: {
    title: 'The request: method, headers, body',
  },
  client: {
    title: 'The client',
    label: 'What makes the requests',
    loopscope: 'Loopscope',
    autocannon: 'autocannon',
    about: {
      loopscope: 'Times every request in microseconds, with the time to connect and to the first byte.',
      autocannon: 'The npm package, version 9: to reproduce figures that were published with it, or as a cross-check.',
    },
    differs: {
      connects: 'It opens its connections when measuring starts, not before; the first requests include that.',
      times: 'It reports neither the time to connect nor the time to the first byte.',
      ends: 'It stops on a full second. Requests after the end of the measured phase are in its own tables only.',
      errors:
        'After an error it times the later requests of that connection from an earlier one. These are marked and left out of the latency.',
    },
    alwaysKept: 'autocannon always keeps its connections open.',
    both: 'Compare both load clients…',
    bothHint: 'A comparison of two variants that differ in nothing but what makes the requests',
  },
  problem: {
    openQuote: 'A quote is not closed.',
    noUrl: 'Enter a path such as / or a full URL.',
    badUrl: 'Start a path with /, or enter a full URL such as http://localhost:3000/.',
    notTyped: 'Type the name of the machine exactly as in the URL.',
    badName: 'Each row needs a name, without “=”.',
    badHeader: 'A header name is one word of letters, digits and dashes; its value is one line.',
    redacted: 'Values that may be secrets are not stored: enter them again where it says “(not saved)”.',
    whole: 'A whole number from {min, number} to {max, number}.',
    seconds: 'A number of seconds from {min, number} to {max, number}.',
    microseconds: 'A whole number of microseconds from {min, number} to {max, number}.',
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
      waitUrl: 'As soon as it is ready, <b>{url}</b> is requested.',
      end: 'At the end the script and everything it started are stopped, and the session is saved.',
      launching: 'launching the script: {subject}',
      waiting: 'waiting for it to listen',
      stopping: 'stopping the script',
    },
  },
  plan: {
    title: 'What will happen',
    someNode: 'Node.js',
    node: 'Node {version}',
    warmup: 'The first {seconds, plural, one {# second} other {# seconds}} of load {seconds, plural, one {is} other {are}} not counted.',
    noWarmup: 'Without warm-up: the first request counts.',
    duration:
      'Then {connections, plural, one {<b>one connection</b> sends} other {<b># connections</b> send}} requests for <b>{seconds, plural, one {# second} other {# seconds}}</b>, {sending, select, kept {each waiting for the response before the next request} pipelined {each with {pipelining, number} requests in flight} other {each over a new connection}}.',
    amount:
      'Then {connections, plural, one {<b>one connection</b> sends} other {<b># connections</b> share}} <b>{requests, plural, one {# request} other {# requests}}</b>, {sending, select, kept {each waiting for the response before the next request} pipelined {each with {pipelining, number} requests in flight} other {each over a new connection}}.',
    workers: 'The connections are divided among <b>{workers, number} load processes</b>.',
    workersOverCores:
      'The connections are divided among <b>{workers, number} load processes</b>, more than the {cores, plural, one {one core} other {# cores}} of this machine: they take CPU time from each other and from the server.',
    autocannon: 'The requests are made by <b>autocannon</b>.',
    command: 'The same in a terminal',
    drawing: 'Drawing: what happens from start to stop',
    phaseStart: 'start',
    phaseWarmup: 'warm-up',
    phaseMeasure: 'measured',
    phaseStop: 'stop',
    lanes: '{count, plural, one {# connection} other {# connections}}',
  },
  run: 'Run',
  running: 'Starting…',
  compare: 'Compare with a variant of it…',
} as const;
