/** What keeps this machine from measuring: another run, no Node, a folder. */
export const machine = {
  lockUnusable: 'Loopscope cannot tell whether something else is being measured on this machine: {dir} cannot be used ({why}).',
  busy: '"{what}" is being measured on this machine by process {pid}: for {since} so far.',
  busyFor: '"{what}" is being measured on this machine by process {pid}: for {since} so far, about {left} to go.',
  busyLonger: '"{what}" is being measured on this machine by process {pid}: for {since} so far, longer than expected.',
  noNodeAt: 'There is no Node at {path}.',
  notNode: '{path} does not behave like Node.',
  noNode: 'No Node was found on this machine.',
  isNotNode: 'It does not behave like Node.',
  nodeTooOld: 'Node {version} is too old: scripts can be profiled under Node {minimum} or newer.',
  windowNeedsNode: 'Runs need Node.js {version} or newer, and none was found on this computer. Sessions can be opened without it.',
  folderUnreadable: 'The folder {path} cannot be read ({code}).',

  setLockDir: 'Set {variable} to a folder of your own.',
  waitForOther: 'Two measurements at the same time would disturb each other. Wait until it has ended, or stop it.',
  waitFlag: 'Add --wait to wait for it.',
  stoppedBefore: 'Stopped before anything was measured.',
  stoppedWaiting: 'Stopped while waiting: nothing was measured.',
  checkNode: 'Check the path, or choose one of those found.',
  nodeItself: 'Choose the node binary itself, not a script that starts it.',
  newerNode: 'Choose Node {minimum} or newer.',
  installNode: 'Install Node from nodejs.org, or name a binary with --node.',
  windowInstallNode:
    'Install it from nodejs.org and start Loopscope again; if it is installed somewhere unusual, set {variable} to its path.',
  pickFolder: 'Pick another folder.',
} as const;
