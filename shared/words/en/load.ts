/** Load models, by their names. */
export const load = {
  closed: {
    /** In a report, whose readers may not know the model. */
    how: '{pipelining, plural, =1 {Closed load: every connection sends its next request when the response to the last one has arrived.} other {Closed load with pipelining: every connection keeps {pipelining, number} requests in flight, and sends another when a response has arrived.}}',
    /** In a form: what will happen. */
    plan: '{endBy, select, duration {Then {connections, plural, one {<b>one connection</b> sends} other {<b># connections</b> send}} requests for <b>{durationS, plural, one {# second} other {# seconds}}</b>, {connection, select, kept {each <closed>waiting for the response</closed> before the next request} pipelined {each with {pipelining, number} requests in flight} other {each over a new connection}}.} other {Then {connections, plural, one {<b>one connection</b> sends} other {<b># connections</b> share}} <b>{requests, plural, one {# request} other {# requests}}</b>, {connection, select, kept {each <closed>waiting for the response</closed> before the next request} pipelined {each with {pipelining, number} requests in flight} other {each over a new connection}}.}}',
    /** With the flags that ask for it. */
    flags: 'closed load (-c with -d or -a)',
  },
  users: {
    how: 'Fixed users: each makes its requests one after the other, on a connection of its own, and leaves.',
    plan: 'Then <b>{users, plural, one {one user makes} other {# users each make}} {requestsEach, plural, one {one request} other {# requests}}</b>, {spreadS, plural, =0 {all at once} one {arriving over one second} other {arriving over # seconds}}.',
    flags: 'users (--users with --requests)',
  },
  arrivals: {
    how: 'Open load: visitors arrive at a given rate, whatever the server does. Latency counts from when each was due.',
    plan: 'Then <b>visitors come</b> at the rate of the schedule, {poisson, select, true {at random} other {evenly spaced}}, whatever the server does.',
    flags: 'visitors at a rate (--arrivals)',
  },
  sweep: {
    how: 'Sweep: one level of load after the other, each for the same time, and drained before the next. A level that fails below one that holds is run again at the end, at most twice.',
    plan: 'Then <b>one level of load after the other</b>, each for {holdS, plural, one {one second} other {# seconds}}; the next begins when nothing is in flight any more. A level that fails below one that holds is <b>run again at the end</b>, at most twice, all of them together for no longer than the sweep.',
    flags: 'levels (--sweep)',
  },
  'find-limit': {
    how: 'Search for the highest rate that holds: open load at one rate after the other, each drained before the next. Which rate comes next follows from the ones before.',
    plan: 'Then <b>a rate is looked for that just holds</b>: higher and lower ones, then both sides of the limit three times, {poisson, select, true {with arrivals at random} other {with evenly spaced arrivals}}, for at most {budgetS, plural, one {one second} other {# seconds}}.',
    flags: 'the highest rate (--find-limit)',
  },
} as const;
