/** A search for the highest rate that holds. */
export const limit = {
  answer: {
    goingOn:
      '{levels, plural, =0 {Looking for the highest rate.} other {{state, select, found {Between {held}/s, which held, and {broke}/s, which did not.} atLeast {{held}/s held, and nothing broke.} none {Nothing held; the lowest that was tried is {broke}/s.} other {Rates held at some times and not at others.}}}}',
    found: 'Holds {rate}/s: {at}/s held {times} of {of} times, {broke}/s {brokeTimes} of {brokeOf}.',
    atLeast:
      'Holds at least {rate}/s: {at}/s held {times} of {of} times, and {why, select, generator {at {broke}/s the load process was full: whether the server would hold it is not known} budget {no higher rate was tried in the time that there was} other {no higher rate can be sent}}.',
    none: 'Not even {broke}/s held ({times} of {of} times), the lowest rate that was tried.',
    falling:
      'The limit cannot be told: it fell while it was looked for. Rates that had held did not hold later{levels, plural, =0 {} other {, {list} among them}}: the server gets slower with time or with requests.',
    unclear:
      'The limit cannot be told: {held, select, none {no rate held each time} other {the time was over before a rate above {rate}/s had held each time}}. {mixed}',
    mixed: 'Besides, {list}.',
    mixedAlone: '{list}.',
    mixedOne: '{rate}/s held {times} of {of} times',
    nothing: 'The limit is not known: no level was over when the search ended.',
    few: 'That is of {of, plural, one {one level} other {# levels}}: there was no time to run it more often.',
  },
  because: {
    bound: '{broke}/s broke {bound}{request, select, none {} other { of “{request}”}}{value, select, none {} other { ({value})}}',
    queue: 'At {broke}/s requests came faster than responses: the queue grew by {behind} in {seconds} s',
    rose: 'At {broke}/s the queue was not empty any more at the end: even the fastest responses took longer than at first',
    mainThread:
      '{why}; the main thread was busy {busy} of the time{noCore, select, none {.} other {, and for {noCore} of the time ready to run without a core: the machine was full, and on one that is not the server may hold more.}}',
    cpu: '{why}; its CPU was at {busy} of a core{noCore, select, none {.} other {, and for {noCore} of the time it had to wait for one: the machine was full, and on one that is not the server may hold more.}}',
    pool: '{why}; {line} of the response time was spent in line for one of {atOnce, plural, one {one connection} other {# connections}} to {to}{busy, select, none {} other {, with the main thread busy {busy} of the time}}.',
    threads:
      '{why}; {line} of the response time was spent in line for one of {atOnce, plural, one {one thread} other {# threads}} of the pool ({to}){busy, select, none {} other {, with the main thread busy {busy} of the time}}.',
    peer: '{why}; {share} of the response time was spent waiting for {to}{busy, select, none {} other {, with the main thread busy {busy} of the time}}.',
    errors: '{why}: {kinds}.',
    unknown: '{why}. What of the server was full was not recorded.',
    generator: 'At {broke}/s requests were sent late or not at all, which explains what was measured there.',
    kind: '{count} × {kind}',
    kinds: { dropped: 'dropped', unanswered: 'no response', content: 'not what the plan expects' },
  },
  room: 'What is stated is up to 4.5 % below the highest rate that held: at a rate close to the limit a level also holds by chance.',
  drained:
    'After {levels, plural, one {one level} other {# levels}} the server did not answer all requests: it may still have been working on {count} of them when the next level began.',
  byLevel: 'By level of the search',
  levels: 'Rates that were tried',
  column: {
    rate: 'Rate',
    from: 'From, s',
    seconds: 'For, s',
    came: 'Visitors',
    value: '{figure}, ms',
    share: '{figure}, %',
    behind: 'Behind',
    held: 'Held?',
  },
  heldWord: { held: '✓ held', 'not held': '✕ did not hold', unknown: '○ sent late' },
  chart: {
    title: 'The levels of the search',
    help: 'Each point is a level: how many visitors a second came, and the figure that was asked for. Green, filled: it held; red, a ring: it did not; dotted: it was sent too late to tell. The dashed line is the bound, the line goes through the median of the levels of each rate. A point opens the time of its level in all tabs.',
    figure: '{bound}, {unit}',
    rate: 'visitors a second',
    legend: { held: 'held', broke: 'did not hold', unknown: 'sent late' },
    open: '{rate} visitors a second, {held, select, held {held} unknown {sent late} other {did not hold}}: show its time',
    one: '{rate}/s for {seconds} s: {visitors} visitors, {figures}; {held, select, held {held} unknown {sent late} other {did not hold}}.',
  },
  only: 'No rate was searched for in this run.',
} as const;
