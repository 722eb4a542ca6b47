/** Load models, by their names. */
export const load = {
  closed: {
    /** In a report, whose readers may not know the model. */
    how: '{pipelining, plural, =1 {Closed-loop load: every connection sends its next request when the response to the last one has arrived.} other {Closed-loop load with pipelining: every connection keeps {pipelining, number} requests in flight, and sends another when a response has arrived.}}',
    /** In a form: what will happen. By what ends it. */
    duration:
      'Then {connections, plural, one {<b>one connection</b> sends} other {<b># connections</b> send}} requests for <b>{durationS, plural, one {# second} other {# seconds}}</b>, {connection, select, kept {each <closed>waiting for the response</closed> before the next request} pipelined {each with {pipelining, number} requests in flight} other {each over a new connection}}.',
    amount:
      'Then {connections, plural, one {<b>one connection</b> sends} other {<b># connections</b> share}} <b>{requests, plural, one {# request} other {# requests}}</b>, {connection, select, kept {each <closed>waiting for the response</closed> before the next request} pipelined {each with {pipelining, number} requests in flight} other {each over a new connection}}.',
    /** With the flags that ask for it. */
    flags: 'closed load (-c with -d or -a)',
  },
} as const;
