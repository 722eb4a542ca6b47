/** What the `loopscope` command prints. Its flags, and what is wrong with them: commandLine. */
export const terminal = {
  error: 'error: {message}',
  warning: 'warning: {message}',
  note: 'Note: {message}',
  session: 'Session: {path}',
  openIt: 'Open it: {command}',
  written: 'Wrote {path}',
  waiting: 'Waiting: {message}',
  stoppingRun: 'Stopping; what was recorded is kept. Ctrl-C again leaves at once.',
  stoppingComparison: 'Stopping; the finished pairs are kept. Ctrl-C again leaves at once.',

  serve: {
    at: 'Loopscope is at {link}',
    once: 'The link works once, in one browser on this machine. Ctrl-C stops Loopscope.',
    onceEnter: 'The link works once, in one browser on this machine. Enter gives another one, Ctrl-C stops Loopscope.',
    another: 'Another link: {link}',
    stopping: 'Stopping.',
    pageTitle: 'Open Loopscope',
  },
  noWindow: {
    notPacked: 'No window: this package has none. The interface opens in the browser instead.',
    notInstalled: 'No window: Electron is not installed. The interface opens in the browser instead.',
    noDisplay: 'No window: there is no display. The interface opens in the browser instead.',
    asRoot: 'No window: Electron does not run as root. The interface opens in the browser instead.',
    notStarted: 'No window: Electron did not start. The interface opens in the browser instead.',
  },

  /** While a run goes on. */
  progress: {
    connecting: 'opening connections',
    warming: 'warming up',
    measuring: 'measuring',
    awaiting: 'the load has ended; waiting for responses that are late',
    processing: 'reading the log of ticks',
    exact: 'second pass, without inlining',
    done: 'done',
    failed: 'failed',
    ports: 'Several ports are open: {urls}.',
    percent: '{percent, number} %',
    left: '{measured}, {left} left',
    draining: '{measured}, waiting for responses',
    repeating: '{measured}, levels that failed below one that held are run again',
    resting: '{measured}, resting without requests for another {left}',
    lookingUp: '{measured}, it leaks: looking into the heap for what grew',
    completed: '{count, number} completed',
    requestsFailed: '{count, number} failed',
    blocked: 'event loop blocked for {time}',
    generatorLimit: 'Loopscope itself is at its limit: try a lower rate, fewer connections or more load processes (-w)',
    /** Of a comparison. */
    pass: 'Run {run, number} of {runs, number}: {variant}, {what, select, profiled {with a profile} extra {in place of a pair that could not be measured} other {pair {pair, number} of {pairs, number}}}{left, select, none {} other {, {left} left}}',
    passFigures: '{done, select, unknown {} other {{done} %, }}{completed, number} completed{failed, plural, =0 {} other {, # failed}}',
  },

  recent: {
    none: 'No sessions yet: each run is saved and listed here. The studies are a good start: {command}',
    noneFound: '{count, plural, one {The only session does not match.} other {None of the # sessions matches.}}',
    more: '{more, plural, one {One more; --all prints it} other {# more; --all prints them}}. Words narrow the list: loopscope recent checkout --state errors',
    recorded: 'recorded {ago}',
    p50: 'p50 {ms}',
    p99: 'p99 {ms}',
  },

  run: {
    showExact: 'With exact frames: `loopscope show FILE --exact`.',
    wholeAnswer: '{window, select, yes {All of this time} other {Whole run}}: {answer}',
    otherTables: 'Other tables: `loopscope show FILE --table` {names}, or all{alone, select, none {} other {; not part of all: {alone}}}.',
    noOutput: 'The server wrote nothing.',
    noOutputThen: 'The server wrote nothing in this part of the run.',
    noOutputOfTool: 'This is the file of another tool: it contains no output of a server.',
    noNginx: 'There is no nginx of Loopscope in front of this run; `--topology nginx` puts one there.',
    notMeasured: 'Nothing was measured, so there is no such table.',
    emptyTable: 'There is nothing in the table {name}.',
    noProfile:
      '{ticks, select, file {There is no CPU profile in this file, but there are ticks: --table ticks.} yes {There is no CPU profile of this run, but there are ticks: --table ticks.} other {There is no CPU profile of this run; `--capture cpu` takes one.}}',
    head: '{planned, plural, =1 {} other {# requests of a plan, }}{url}: {model}, {sends}{workers, plural, =1 {} other { from # load processes}}, {end, select, amount {{requests, plural, one {# request} other {# requests}}} other {{seconds} s}}; {window, select, yes {shown: {from} s to {to} s ({measured})} other {measured {measured}}}{node, select, none {} other {; Node {node}}}',
    requests:
      '{sent, number} sent = {completed, number} completed{late, plural, =0 {} other { (# of them after the load had ended)}} + {failed, number} failed ({timedOut, number} timed out) + {unfinished, number} {late, plural, =0 {} other {others }}still in flight when the load ended ({known, select, yes {{unanswered, plural, =0 {not counted} other {# of them got no whole response, although they were waited for}}} other {how many of them got no response is {why}}}); {unexpected, number} with an unexpected status{dropped, plural, =0 {} other {; {dropped, number} dropped, which were never sent}}',
    joined:
      '{url}: the load was made with {tool}, whose figures in {file} are its own; server measured {measured}{node, select, none {} other {; Node {node}}}',
    byCommand:
      '{url}: the load was made by a command, whose figures are its own; server measured {measured}{node, select, none {} other {; Node {node}}}',
    /** Shorter than in a report. */
    madeBy: { autocannon: 'The requests were made by autocannon.' },
    notAutocannon:
      'The requests of this run were made by the client of Loopscope: see --table latency and --table throughput, or export --format autocannon.',
    autocannonOfWhole: 'autocannon’s summary is of the whole run: leave out --from and --to.',
    noRequests: 'This is a result of another load tool: it does not contain its requests one by one.',
    notOfTool: 'The result of {tool} has nothing of this.',
    onlyProfile: 'This is a profile of another tool: it contains no requests.',
    requestsShown: '{shown, number} of {matched, plural, one {one request} other {# requests}}',
    noOwn: 'No function of your own is in the profile.',
    noPackages:
      '{told, select, no {The file does not tell whose packages its functions are of.} other {No package that is installed is in the profile.}}',
  },

  /** Which run of a comparison is shown. */
  pass: 'Run {run, number} of {runs, number}: {variant} {title}, {what}',
  passMeasured: 'measured',
  passProfiled: 'with a profile, not part of the verdict',
  passExcluded: 'left out: {why}',
  passHead: '{variant} {title}: the run with a profile, not part of the verdict',
  ticksHead:
    'Ticks of process {pid} in the measured phase; {outside, number} before and after it are not counted. Node {node}{interval, select, unknown {} other {, one tick about every {interval}}}.',
  noTicks: 'There are no ticks; `--capture ticks` takes them.',
  noTicksOf: '{variant}: no run of it has ticks.',
  noProfile: '{variant}: no run of it has a profile.',

  compare: {
    against: '{before} against {next}',
    plan: '{names}: {runs, plural, one {# measured run} other {# measured runs}}{profiled, plural, =0 {} other { and # with a profile}}, about {time}. The question: {question}.',
    same: 'Nothing differs between them: this is an A/A test, which shows how small a difference this machine can detect.',
    noVerdict:
      '{pairs, plural, one {One run each: differences, but no verdict; that needs {needed, number} pairs.} other {# pairs: differences, but no verdict; that needs {needed, number} pairs.}}',
    sensitivityUnknown: 'How small a difference this machine can detect is not known yet; comparing a variant with itself shows it.',
    questionUnknown:
      'How small a difference it can detect in the question ({question}) is not known yet; comparing a variant with itself shows it.',
    sensitivity: '{sensitivity} From: {source}.',
    withoutZero:
      'An interval without zero is not a verdict by itself: each is for one metric alone, and a verdict has to hold with all metrics tested at once.',
    forVerdict: 'Use --pairs {needed} to get a verdict.',
    differences: 'What differs between the variants:',
    place: '{os} {arch}, {cpu}, {cores, plural, one {# core} other {# cores}}, {memory}; Node {node}; Loopscope {loopscope}',
    placeNoNode: '{os} {arch}, {cpu}, {cores, plural, one {# core} other {# cores}}, {memory}; Loopscope {loopscope}',
    on: '{variant} on {place}',
    onUnknown: '{variant} on an unknown computer',
  },

  /** What a file reveals about whoever recorded it. */
  private: {
    head: '{runs, plural, =0 {This file holds no run.} one {This file holds one run.} other {This file holds # runs.}} It reveals about whoever recorded it:',
    amount: 'How much',
    example: 'Example',
    where: 'Where',
    allLeftOut: '{amount}, all left out',
    leftOut: '{amount}, {hidden, number} left out',
    kept: 'All values that were given are stored, including secrets: it was recorded with --keep-values.',
    notKept: 'Values that may be secrets are left out; they are replaced by "(not saved 1)". Names are stored.',
  },

  askSignal:
    'For a CPU profile Node has to open the inspector of process {pid}, for which SIGUSR1 is sent to it. A handler of the program itself would run instead, and may reload or end it. Send the signal? (y/N) ',
  studies: {
    study: '{title}. {summary}',
    forms: 'forms:',
    variants: 'variants:',
    start: 'Start one: loopscope demo NAME [--form FORM], or one run of it: loopscope demo NAME --variant VARIANT',
    started: '{study}: {part}',
    choice: '  {id}: {choice}',
    form: '{name}: {title}',
    command: '{letter} {title}: {command}',
    ask: 'Run it? (y/N) ',
  },
} as const;
