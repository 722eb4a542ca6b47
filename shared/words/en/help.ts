/** The help screen. The pages themselves are docs/*.md. */
export const help = {
  title: 'Help',
  contents: 'Pages of the help',
  licences: 'Licences',
  reading: 'Reading the page…',
  missing: 'There is no such page in this version.',
} as const;
