/** What can be done about what was found in a result: sentences that follow those about it. */
export const advice = {
  longerWarmUp: 'A longer warm-up avoids this.',
  longerWarmUpMay: 'A longer warm-up may avoid this.',
  longerWarmUpMayHelp: 'A longer warm-up may help.',
  moreLoadProcesses: 'More load processes can send more: -w {workers}.',
  wholePass: 'For a whole pass of the sequence, set {setting_requestsEach} to {count}.',
  trySweep: 'Try --sweep {levels}.',
  lookForEnds: 'Look for a response that is never ended, a Content-Length larger than what is written, or a stream that stands still.',
  requestFinalUrl: 'To measure the page, request its final URL, or make a plan (--plan) with both requests.',
  requestFinalUrls: 'To measure the pages, give the requests of the plan their final URLs, or add requests for those.',
} as const;
