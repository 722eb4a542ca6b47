/** Why a script could not be started, or is no server that can be loaded. */
export const target = {
  noFile: 'There is no file {path}.',
  notAFile: '{path} is not a file.',
  unreadable: '{path} cannot be read ({code}).',
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
  withCode: 'with code {code}',
  bySignal: 'by signal {signal}',
  neverListened: '{launched, select, command {The command} other {The script}} has not listened on a port for {seconds} s.',
  neverAccepted: 'Nothing has accepted connections at {url} for {seconds} s.',
  listensOn: '{launched, select, command {The command} other {The script}} listens on {places}.',
  portInUse: '{launched, select, command {The command} other {The script}} could not listen: port {port} is in use by another program.',
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
  cannotCapture: '--capture {capture} is not possible with {subject}.',

  commandQuote: 'A quote is not closed in the command.',
  commandOfShell: 'The command is started without a shell, to which {operator} would mean something.',
  commandVariable: 'The command begins with a variable ({word}), which only a shell reads.',
  commandNoFolder: 'A command needs a folder to run in.',
  noProgram: 'There is no program {program} in the folders of PATH.',
  noProgramFile: 'There is no program {program}.',
  batchFile: '{program} is a batch file, which only cmd can run.',
  commandNotStarted: '{program} could not be started: {why}.',
  noNodeServer:
    'What listens is {title} (process {pid}), which has no agent in it: its CPU time and memory were recorded from outside, and there is no profile of it.',
  noServer: '{server} is not the address of a server.',
  serverWithPath: 'The address of a server has no path, and this one has {path}.',
  otherServer: '{url} is not on {server}.',
  nothingThere: 'Nothing accepts connections at {server}.',
  cannotSee: 'The process that listens at {server} cannot be looked at, so there are no figures of the server.',

  canCapture: 'Possible: {captures}.',
  closeQuote: 'Close it, or put a backslash before a quote that is meant as it is.',
  startShell: 'Quote it if the program is to get it, or start a shell: sh -c "…".',
  giveEnv: 'Give variables in the environment: --env NAME=VALUE.',
  pickCommandFolder: 'Choose the folder in which you would type the command.',
  checkProgram: 'Check its name, or give its whole path. What is installed in a project is found through npm run, npx, yarn or pnpm.',
  startCmd: 'Start it as cmd /c followed by the command.',
  serverForm: 'Give its scheme, host and port, as in http://127.0.0.1:3000.',
  pathIsRequest: 'Give the path as what to request.',
  giveOneServer: 'Give only a path, or the same server in both.',
  startIt: 'Start the server first, or have Loopscope start it: loopscope run SCRIPT, or loopscope run --command "npm run start".',
  leaveOutNodeArg: 'Leave it out of the arguments of Node (--node-args).',
  chooseCapture: 'Choose what is recorded with --capture: cpu, or ticks for --prof.',
  nodeArgForm: 'Write the value of a flag of Node behind =, as in --stack-trace-limit=50. Arguments of the script go after --.',
  scriptsAre: 'Give the script that starts your server: a .js, .mjs, .cjs or .ts file.',
  showRecording: 'Open it with `loopscope show` or `loopscope serve`. A run needs the script that starts your server.',
  chooseScript: 'Choose the script that starts your server.',
  checkPath: 'Check the path of the script.',
  checkPermissions: 'Check the permissions of the file and its folders.',
  pickFolder: 'Pick another folder.',
  chooseFolder: 'Choose another one, or leave it empty for the folder of the script.',
  shorten: 'Shorten its arguments and environment variables.',
  chooseNode: 'Choose another Node.',
  keepRunning:
    'Loopscope loads servers: {launched, select, command {the command} other {the script}} has to keep running and listen. Check its arguments and working folder.',
  runByHandSilent: 'Run it by hand to see whether it starts; it printed nothing.',
  runByHand: 'Run it by hand to see whether it starts; its last output is kept with this message.',
  outputKept: 'All that it printed is in the output of this run.',
  waitLonger:
    'If it only needs longer to start, raise --port-timeout; if another process listens on its behalf, give the full URL with --url.',
  checkUrl:
    'Check the URL given with --url; if {launched, select, command {the command} other {the script}} only needs longer to start, raise --port-timeout.',
  stopHolder:
    'Stop the other program, or let {launched, select, command {the command} other {the script}} take another port; many scripts read it from PORT (--env PORT=0 is any free one).',
  stopNamedHolder:
    'Stop that program, or let {launched, select, command {the command} other {the script}} take another port; many scripts read it from PORT (--env PORT=0 is any free one).',
  stopOurHolder:
    'Stop that run, or let {launched, select, command {the command} other {the script}} take another port; many scripts read it from PORT (--env PORT=0 is any free one).',
  stopForeign:
    'Stop the other program, or give only a path with --url: Loopscope then finds the port of {launched, select, command {the command} other {the script}}.',
  nameOwnPort:
    '{launched, select, command {The command} other {The script}} listens on {places}: name that with --url, or give only a path.',
  throughProxy:
    'To load {launched, select, command {the command} other {the script}} through a proxy, let {launched, select, command {the command} other {the script}} start the proxy.',
  nameOtherPort:
    'Name that with --url, or give only a path. If {launched, select, command {the command} other {the script}} opens port {port} later, raise --port-timeout.',
  writeUrl: 'Write --url {url}',
  choosePort: 'Say which one with --url, for example --url {url}',
  needsTcp:
    'Loopscope loads TCP ports. Make {launched, select, command {the command} other {the script}} listen on a port as well, for example through an environment variable.',
} as const;
