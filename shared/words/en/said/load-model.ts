/** Load models, by their names. */
export const loadModel = {
  closed: 'closed load',
  users: 'fixed users',
  arrivals: 'open load',
  sweep: 'sweep',
} as const;

/** What sends the requests. */
export const loadSends = {
  closed:
    '{connections, plural, one {# connection{pipelining, plural, =1 {} other { with # requests in flight}}} other {# connections{pipelining, plural, =1 {} other { with # requests in flight on each}}}}',
  users: '{users, plural, one {# user} other {# users}}',
  arrivals: '{visitors} visitors ({plan})',
  atRandom: 'about {visitors} visitors at random ({plan})',
  levels: '{count, plural, one {one level} other {# levels}} from {from, number} to {to, number} connections',
  rates: '{count, plural, one {one level} other {# levels}} from {from, number} to {to, number} visitors a second',
} as const;
