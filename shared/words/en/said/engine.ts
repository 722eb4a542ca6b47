/** Failures of the engine itself. */
export const engine = {
  bugInRun: 'Loopscope itself failed in this run.',
  bugInEnd: 'Loopscope itself failed while it ended this run: what was recorded last may be missing.',
  bugIn: 'Loopscope failed while handling {request}; this is a bug.',
  noRequest: 'There is no request named {request}.',
  mayNot: 'The request {request} was refused: this page may only look at what is open.',
  badParams: 'The request {request} was refused: {issue}.',
  portInUse: 'Port {port} is in use by another program.',
  cannotListen: 'Loopscope cannot listen on port {port}: {error}.',
  notBuilt: 'The interface is not built: there is no index.html in {dir}.',

  askForLink: 'Ask whoever started Loopscope for a link that allows more.',
  report: 'Please report it with the text below.',
  choosePort: 'Choose another with --port, or leave it out for any free one.',
  build: 'Run `npm run build` first.',
} as const;
