/**
 * What the command line will have and has not yet is refused by name, so that nobody takes silence for a result: what a flag that chooses
 * cannot choose yet, by the path of its setting. An entry goes when its feature comes.
 */
export const LATER_MEMBERS: Readonly<Record<string, { readonly words: readonly string[]; readonly refusal: 'captureLater' }>> = {
  'capture.kind': { words: ['heap'], refusal: 'captureLater' },
};
