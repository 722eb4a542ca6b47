/** The oldest Node that the engine itself runs in; scripts under measurement may run in an older one. Pure. */
export const NEEDED_NODE = [20, 19] as const;

/** Takes a version without its leading v. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]);
}
