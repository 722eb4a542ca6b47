/** What is asked of the highest rate, and what cannot be. */
export const limit = {
  form: 'Write bounds of a percentile, the mean or errors, with commas between them: p99 < 200ms, errors <= 0%. Of one request of a plan: checkout p95 < 300ms.',
  notBound: '“{text}” is no bound of a percentile, the mean or errors that a server could be within.',
  manyBounds: 'These are more than {most} bounds.',
  noRequest: 'There is no request “{name}” in the plan; it has {names}.',
  noPlan: 'The question is about the request “{name}”, and without a plan there is one request.',
  fewOfRequest:
    'Of the {level} requests of a level, “{name}” makes {share}, and its {figure} needs {needed}. Levels of {enough} requests would do.',
  moreOfLevel: 'Give {setting_perLevel} {enough}, and more time if the rates are low.',
  notCompared: 'A comparison does not search for the highest rate: its variants would be under different load.',
  searchEach: 'Search with a run of each variant, or compare them at one rate.',
} as const;
