/** Load models, by their names. */
export const loadModel = {
  closed: 'closed load',
} as const;

/** What sends the requests. */
export const loadSends = {
  closed:
    '{connections, plural, one {# connection{pipelining, plural, =1 {} other { with # requests in flight}}} other {# connections{pipelining, plural, =1 {} other { with # requests in flight on each}}}}',
} as const;
