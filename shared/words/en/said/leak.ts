/** What keeps a search for a leak from beginning. */
export const leak = {
  noAgent: 'No process of the server can be asked to collect its garbage and to tell what is alive.',
  nodeOnly: 'A search for a leak needs Node.js 18 or newer that loads Loopscope’s agent (docs/user/PROGRAM.md).',
  warmUpFailed:
    '{failed} of the first {requests} requests failed ({causes}), so that rounds of equal load cannot be made: nothing was measured.',
  ofRequest: '“{request}”: {what}',
  noRequests:
    'The server did not respond to one request of the warm-up, so that rounds of equal load cannot be made: nothing was measured.',
  checkServer: 'See what the server printed (Output), and whether it is up: loopscope run tells more of one that is slow.',
  closedOnly:
    'A search for a leak needs rounds of equal numbers of requests, so that its load is the closed one, made by Loopscope itself.',
  leaveLoad: 'Leave the load model, the client and the load command out; -c says how many connections.',
  notByProcess: 'A search for a leak collects all garbage again and again, which stops the program each time.',
  startItForLeak: 'Give the script or the command, so that a server is started for it.',
  notInComparison: 'A search for a leak is a run of its own, not one of a comparison.',
  runAlone: 'Search each variant for itself: loopscope leak.',
} as const;
