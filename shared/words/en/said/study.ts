/** Studies that cannot be started as asked. */
export const study = {
  notStarted: 'The services of this study are not running.',
  noForm: 'There is no form {form} of a study {study} of unknown services.',
  pageOfRun: 'A page for class is of a comparison; this is a single run.',
  pageOfOther: 'This comparison is not of a study, so there is no question and no guess to put on a page for class.',
  pageOfComparison: 'Run a study and write a page of that, or write this as html, which is a report.',
} as const;
