/** Studies that cannot be started as asked. */
export const study = {
  notStarted: 'The services of this study are not running.',
  noForm: 'There is no form {form} of a study {study} of unknown services.',
} as const;
