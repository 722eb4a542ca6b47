/** How messages are put together. */
export const list = {
  sentences: '{first} {second}',
  comma: '{before}, {next}',
  and: '{before} and {next}',
  or: '{before} or {next}',
  unknown: 'A message that this version of Loopscope does not know ({key}).',
} as const;
