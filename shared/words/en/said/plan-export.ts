/** What of a request plan another load generator cannot do, and what it does differently. */
export const planExport = {
  poisson: 'k6 spaces arrivals evenly: at random ("poisson") they cannot be exported.',
  poissonSlow: 'Artillery falls behind with arrivals at random ("poisson"): 298 came of 500 at 100/s. They cannot be exported.',
  search: '{generator} has no load that searches for a rate: export the plan with the rate that was found.',
  badPercent: 'A "%" that begins no encoded character cannot be exported: write it as "%25".',
  repeatedHeader: 'The header "{name}" is sent several times: {generator} sends each header once.',
  pattern: '"{pattern}" means something else, or nothing, to the patterns of JavaScript, which {generator} has.',
  tablesTooLarge:
    'The files of values and bodies have more than {limit, number} bytes: each worker or user of the load generator would load them.',

  secret: 'It holds the headers, bodies and values of the plan, which may be secret: share it like them.',
  timing: '{generator} measures each request from when it is sent, not from when it was due.',
  ofSending: '"maxMs" is about these times.',
  values: 'Random values differ from run to run. Counters and rows go on with each pass, whether the request of the pass has them or not.',
  warmup: '{generator} has no warm-up: the {seconds, number} seconds of it are left out, and its figures include the first requests.',
  passes:
    'k6 counts passes, not requests: {requests, number} requests become {passes, plural, one {one pass} other {{passes, number} passes}} of {length, number} requests.',
  ends: 'At the end k6 lets a pass that has begun go on for up to {seconds, number} seconds.',
  users: 'k6 makes at most {most, number} users for arrivals, and drops those for whom none is free (dropped_iterations).',
  levels: '{generator} does not wait between levels until everybody has finished.',
  origins: 'Requests also go to {origins}, which {generator} does not ask about: load only servers that are yours.',

  goesOn:
    'Artillery has users who come and leave, none who go on until a time is over: give the plan arrivals, users, or an amount of requests (a sweep: rates).',
  mixAgain:
    'In Artillery a user who makes several requests draws one of the list once and makes the same one each time: export it with arrivals, or make it a sequence.',
  keepsCookies:
    'Artillery always keeps the cookies of a user: without them only plans in which each user makes one request can be exported.',
  braces: 'Artillery takes two opening braces for the beginning of a value wherever they stand: as text they cannot be exported.',
  bodyFile: 'Artillery cannot send a file as a body: write the body into the plan.',
  bodyOf: 'Artillery sends no body with {method}.',
  fieldTwice: 'Artillery sends each field of a form once.',
  keys: 'Artillery finds its way through a JSON body by its keys, which can have letters, digits, "_" and "-" only.',
  containsValue: 'Artillery looks for texts that are the same in each response: one with a value in it cannot be exported.',
  flags: 'Artillery takes no "(?i)" with an expected pattern, as "{pattern}" has it.',
  path: 'In the JSON paths of Artillery "{path}" would mean something else, or nothing: names in it can have letters, digits, "_", "-" and spaces.',
  maxMs: 'Artillery has no time limit for a response: leave "maxMs" out.',
  taken: 'Artillery itself calls something "{name}": give the value another name.',
  oncePerUser: 'Artillery gives values to each user once, not for each pass: with users who make several passes they cannot be exported.',
  counter: 'Artillery has no counter that all users share.',
  numbers: 'Artillery draws numbers from a list, which may have {most, number} at most: narrow the range.',
  inUrl: 'Artillery does not encode values in a URL, which "{value}" (of "{name}") would need.',

  amount:
    '{users, plural, one {One user makes} other {Each of {users, number} users makes}} {passes, plural, one {one pass} other {{passes, number} passes}}: {requests, number} requests in all.',
  within: 'Users do not come at once, but evenly within {seconds, plural, one {one second} other {{seconds, number} seconds}}.',
  leaves: 'A user whose response is not as expected leaves and makes no further passes.',
  skipped: 'While Artillery has {most, number} users, further visitors are skipped (vusers.skipped).',
  steps: 'A rate that changes is written in steps, so that as many visitors come as the plan says.',
  workers: 'Artillery divides a constant rate of whole visitors among its worker threads; all others come from the first of them.',
  beside: 'Artillery reads {files} in the folder of the test: keep {count, plural, one {it} other {them}} beside it.',
  asItIs: 'Captured values are put into URLs and texts as they are, without encoding.',
  drawn: 'Random values differ from run to run.',
} as const;
