/** What of a request plan another load generator cannot do, and what it does differently. */
export const planExport = {
  poisson: 'k6 spaces arrivals evenly: at random ("poisson") they cannot be exported.',
  badPercent: 'A "%" that begins no encoded character cannot be exported: write it as "%25".',
  repeatedHeader: 'The header "{name}" is sent several times: k6 sends each header once.',
  pattern: '"{pattern}" means something else, or nothing, to the patterns of JavaScript, which k6 has.',
  tablesTooLarge: 'The files of values and bodies have more than {limit, number} bytes: each user of k6 would load them.',

  secret: 'It holds the headers, bodies and values of the plan, which may be secret: share it like them.',
  timing:
    'k6 measures each request from when it is sent, not from when it was due: its latencies are service times, and "maxMs" is about these.',
  values: 'Random values are others in each run. Counters and rows go on with each pass, whether the request of the pass has them or not.',
  warmup: 'k6 has no warm-up: the {seconds, number} seconds of it are left out, and its figures include the first requests.',
  passes:
    'k6 counts passes, not requests: {requests, number} requests become {passes, plural, one {one pass} other {{passes, number} passes}} of {length, number} requests.',
  ends: 'At the end k6 lets a pass that has begun go on for up to {seconds, number} seconds.',
  users: 'k6 makes at most {most, number} users for arrivals, and drops those for whom none is free (dropped_iterations).',
  levels: 'k6 does not wait between levels until everybody has finished.',
  origins: 'Requests also go to {origins}, which k6 does not ask about: load only servers that are yours.',
} as const;
