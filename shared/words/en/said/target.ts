/** Why a script could not be started, or is no server that can be loaded. */
export const target = {
  noFolder: 'The working folder {path} does not exist.',
  noFolderToRun: 'There is no folder {path} to run the script in.',
  notStarted: '{node} could not be started: {why}.',
  notAScript: '{path} is not a script that Node can run.',
  isRecording: '{path} is a recording, not a script.',
  exitedEarly: '{launched, select, command {The command} other {The script}} exited with code 0 before it listened on a port.',
  endedSilently: '{launched, select, command {The command} other {The script}} ended {how} before it listened on a port.',
  endedWithError: '{launched, select, command {The command} other {The script}} ended {how} before it listened: {error}',
  endedUnderLoad: '{launched, select, command {The command} other {The script}} ended {how} under load.',
  endedUnderLoadWithError: '{launched, select, command {The command} other {The script}} ended {how} under load: {error}',
  heapFullUnderLoad:
    '{launched, select, command {A process of the command} other {The script}} ended {how} under load: its heap was full (V8: JavaScript heap out of memory).',
  heapFull:
    '{launched, select, command {A process of the command} other {The script}} ended {how} before it listened: its heap was full (V8: JavaScript heap out of memory).',
  withCode: 'with code {code}',
  bySignal: 'by signal {signal}',
  neverListened: '{launched, select, command {The command} other {The script}} did not start listening on a port within {seconds} s.',
  neverAccepted: 'Nothing accepted connections at {url} within {seconds} s.',
  listensOn: '{launched, select, command {The command} other {The script}} listens on {places}.',
  portInUse: '{launched, select, command {The command} other {The script}} could not listen: port {port} is in use already.',
  portInUseBy:
    '{launched, select, command {The command} other {The script}} could not listen: port {port} is in use by {title} (process {pid}).',
  portInUseByOurs:
    '{launched, select, command {The command} other {The script}} could not listen: port {port} is in use by {title} (process {pid}), which a run of Loopscope has started.',
  foreignPort:
    'Port {port} belongs to another program (process {pid}, {name}): no process of {launched, select, command {the command} other {the script}} listens there.',
  foreignPortNameless:
    'Port {port} belongs to another program (process {pid}): no process of {launched, select, command {the command} other {the script}} listens there.',
  foreignPortOfUser:
    'Port {port} belongs to another program (a process of another user): no process of {launched, select, command {the command} other {the script}} listens there.',
  otherPort: '{launched, select, command {The command} other {The script}} listens on {places}, not on port {port}.',
  otherScheme: '{launched, select, command {The command} other {The script}} speaks {spoken} at {host}, and --url says {asked}.',
  severalPorts: '{launched, select, command {The command} other {The script}} listens on {count} ports: {urls}.',
  unixSocketOnly: '{launched, select, command {The command} other {The script}} listens only on the Unix socket {path}.',
  placeSocket: 'the Unix socket {path}',
  placePort: 'port {port}',
  nodeArgNoScript: 'With {flag} Node does not run the script.',
  nodeArgRecords: '{flag} would record a second time what Loopscope records.',
  nodeArgDebugs: '{flag} is for a debugger, which would slow the script down or stop it.',
  nodeArgRestarts: '{flag} would restart the script in the middle of the measurement.',
  nodeArgAlone: '"{word}" would be taken for the script.',
  noAllocations: 'Allocations are sampled only in a server that Loopscope has started.',
  startItForAllocations: 'Give the script or the command that starts it, or leave {setting_allocations} out.',
  noSecondPass: 'Exact frames take a second pass, for which the server is started again. Loopscope has not started this one.',
  cannotCapture: '--capture {capture} is not possible with {subject}.',

  commandQuote: 'A quote is not closed in the command.',
  commandOfShell: '{operator} needs a shell, and the command is started without one.',
  commandVariable: 'The command begins with a variable ({word}), which only a shell reads.',
  commandNoFolder: 'A command needs a folder to run in.',
  noProgram: 'There is no program {program} in the folders of PATH.',
  noProgramFile: 'There is no program {program}.',
  batchFile: '{program} is a batch file, which only cmd can run.',
  commandNotStarted: '{program} could not be started: {why}.',
  noNodeServer:
    'What listens is {title} (process {pid}), which has no agent in it: its CPU time and memory were recorded from outside, and there is no profile of it.',
  otherRuntime:
    'What listens is {title} (process {pid}), run by {runtime}, which cannot be looked into: its CPU time and memory were recorded from outside, and there is no profile of it.',
  noServer: '{server} is not the address of a server.',
  serverWithPath: 'The address of a server has no path, and this one has {path}.',
  otherServer: '{url} is not on {server}.',
  nothingThere: 'Nothing accepts connections at {server}.',
  pidNoNumber: '{pid} is not the number of a process.',
  pidGone: 'There is no process {pid}.',
  pidIsOurs: 'Process {pid} is Loopscope itself.',
  pidOfOther: 'Process {pid} belongs to another user, or may not be looked at.',
  pidNeedsLinux: 'A process that runs already can be measured on Linux only.',
  pidEnded: '{title} (process {pid}) ended under load.',
  pidNoPort: 'Process {pid}, with what it has started, listens on no port.',
  pidPorts: 'Process {pid}, with what it has started, listens on {count} ports: {urls}.',
  pidNotThere: 'Neither process {pid} nor anything it has started listens on port {port}.',
  pidNoNode: 'There is no CPU profile: process {pid} is not a Node.js process. What it uses was recorded from outside.',
  pidNoInspector:
    'There is no CPU profile: process {pid} does not let its inspector be opened (--disable-sigusr1, or the permission model), and the signal for it would end the process. What it uses was recorded from outside.',
  pidPortTaken:
    'There is no CPU profile: the inspector of the process needs port {port}, which {title} (process {pid}) has. What it uses was recorded from outside.',
  pidNotOpened:
    'There is no CPU profile: process {pid} was asked to open its inspector on port {port}, and has not done so within 2 s. It may have a handler of SIGUSR1 of its own, which has run instead. If it opens it after the run, it stays open until the process ends.',
  pidNotAsked:
    'There is no CPU profile: the inspector of process {pid} is not open, and no signal was sent to it. Start it with node --inspect, or allow SIGUSR1 by {setting_signal}: Node then opens its inspector, unless the program has a handler of its own, which would run instead. What it uses was recorded from outside.',
  pidNoAnswer: 'Process {pid} does not respond, so its inspector stays open on port {port} until the process ends.',
  pidLeftOpen: 'The inspector of process {pid} is still open on port {port}. It is closed when the process ends.',
  cannotSee: 'The process that listens at {server} cannot be looked at, so there are no figures of the server.',

  startItAgain: 'Give the script or the command that starts it, or leave {setting_exactFrames} out.',
  canCapture: 'Possible: {captures}.',
  closeQuote: 'Close it, or put a backslash before a quote that is meant as it is.',
  startShell: 'Quote it if the program is to get it, or start a shell: sh -c "…".',
  giveEnv: 'Give variables as {setting_env}: NAME=VALUE.',
  pickCommandFolder: 'Choose the folder in which you would type the command.',
  getGunicorn: 'It needs Python and no root: `python3 -m venv folder`, then `folder/bin/pip install gunicorn`, and add folder/bin to PATH.',
  checkProgram: 'Check its name, or give its whole path. What is installed in a project is found through npm run, npx, yarn or pnpm.',
  startCmd: 'Start it as cmd /c followed by the command.',
  serverForm: 'Give its scheme, host and port, as in http://127.0.0.1:3000.',
  pathIsRequest: 'Give the path as what to request.',
  giveOneServer: 'Give only a path, or the same server in both.',
  pidForm: 'Give the number that ps or the task manager of your system shows.',
  pidUseUrl: 'Give its address instead, to measure it from outside: loopscope run http://127.0.0.1:3000/.',
  pidNone: 'No process of yours that runs Node.js listens on a port.',
  pidOthers: 'Node.js servers of yours that run now: {processes}.',
  pidGivePort: 'Give the process that starts the server, or the whole address as {setting_url}.',
  pidGiveOwn: 'Give only a path, or an address at which it listens.',
  pidEndDebugger: 'Close that debugger, or measure without a profile: --capture none.',
  startIt: 'Start the server first, or have Loopscope start it: loopscope run SCRIPT, or loopscope run --command "npm run start".',
  leaveOutNodeArg: 'Leave it out of {setting_nodeArgs}.',
  chooseCapture: 'Choose what is recorded with --capture: cpu, or ticks for --prof.',
  nodeArgForm: 'Write the value of a flag of Node after =, as in --stack-trace-limit=50. Arguments of the script go after --.',
  scriptsAre: 'Give the script that starts your server: a .js, .mjs, .cjs or .ts file.',
  showRecording: 'Open it with `loopscope show` or `loopscope serve`. A run needs the script that starts your server.',
  chooseScript: 'Choose the script that starts your server.',
  checkPath: 'Check the path of the script.',
  checkPermissions: 'Check the permissions of the file and its folders.',
  chooseFolder: 'Choose another one, or leave it empty for the folder of the script.',
  shorten: 'Shorten its arguments and environment variables.',
  chooseNode: 'Choose another Node.',
  keepRunning:
    'Loopscope measures servers: {launched, select, command {the command} other {the script}} has to keep running and listen. Check its arguments and working folder; its standard input is a pipe that stays open, not a terminal.',
  runByHandSilent: 'Run it by hand to see whether it starts; it printed nothing.',
  runByHand: 'Run it by hand to see whether it starts; its last output is kept with this message.',
  moreHeap:
    'If it needs that much, give it more, in MB: {launched, select, command {{setting_env} NODE_OPTIONS=--max-old-space-size=4096} other {{setting_nodeArgs} --max-old-space-size=4096}}. If it keeps what it no longer needs, that only ends it later.',
  outputKept: 'All that it printed is in the output of this run.',
  waitLonger:
    'If it only needs longer to start, raise {setting_portTimeoutS}; if another process listens on its behalf, give the full URL as {setting_url}. One that first reads its standard input to the end waits for ever: that is a pipe that stays open until it is stopped.',
  checkUrl:
    'Check the URL given as {setting_url}; if {launched, select, command {the command} other {the script}} only needs longer to start, raise {setting_portTimeoutS}.',
  stopHolder:
    'Stop the program that uses it, or make {launched, select, command {the command} other {the script}} use another port; many scripts read it from PORT, which {setting_env} sets (PORT=0 is any free one).',
  stopNamedHolder:
    'Stop that program, or make {launched, select, command {the command} other {the script}} use another port; many scripts read it from PORT, which {setting_env} sets (PORT=0 is any free one).',
  stopOurHolder:
    'Stop that run, or let {launched, select, command {the command} other {the script}} take another port; many scripts read it from PORT, which {setting_env} sets (PORT=0 is any free one).',
  stopForeign:
    'Stop the other program, or give only a path as {setting_url}: Loopscope then finds the port of {launched, select, command {the command} other {the script}}.',
  nameOwnPort:
    '{launched, select, command {The command} other {The script}} listens on {places}: name that as {setting_url}, or give only a path.',
  throughProxy:
    'To load {launched, select, command {the command} other {the script}} through a proxy, let {launched, select, command {the command} other {the script}} start the proxy.',
  nameOtherPort:
    'Name that as {setting_url}, or give only a path. If {launched, select, command {the command} other {the script}} opens port {port} later, raise {setting_portTimeoutS}.',
  writeUrl: 'Give {url} as {setting_url}.',
  choosePort: 'Say which one as {setting_url}, for example {url}',
  needsTcp:
    'Loopscope sends its load to a TCP port. Make {launched, select, command {the command} other {the script}} listen on a port as well, for example through an environment variable.',
} as const;
