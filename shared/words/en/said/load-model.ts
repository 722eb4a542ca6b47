/** Load models, by their names. */
export const loadModel = {
  closed: 'closed load',
  users: 'fixed users',
  arrivals: 'open load',
  sweep: 'sweep',
  'find-limit': 'search for the highest rate',
} as const;

/** What sends the requests. */
export const loadSends = {
  closed:
    '{connections, plural, one {# connection{pipelining, plural, =1 {} other { with # requests in flight}}} other {# connections{pipelining, plural, =1 {} other { with # requests in flight on each}}}}',
  users: '{users, plural, one {# user} other {# users}}',
  arrivals: '{visitors} visitors ({plan})',
  atRandom: 'about {visitors} visitors at random ({plan})',
  levels: '{count, plural, one {one level} other {# levels}} from {from, number} to {to, number} connections',
  search: 'rates that hold {question}',
  rates: '{count, plural, one {one level} other {# levels}} from {from, number} to {to, number} visitors a second',
} as const;

/** The same in the name of a run, which is a file name as well. */
export const loadName = {
  connections: '{connections, plural, one {# connection} other {# connections}}',
  users: '{users, plural, one {# user} other {# users}}',
  rate: '{rate}/s',
  rates: 'up to {rate}/s',
  levelsOfConnections: '{from, number} to {to, number} connections',
  levelsOfRate: '{from, number}/s to {to, number}/s',
  search: 'highest rate, {question}',
} as const;
