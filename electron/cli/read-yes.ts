/** Undefined: neither; null: nothing was typed. */
export function readYes(typed: string): boolean | null | undefined {
  const said = typed.trim().toLowerCase();
  if (said === '') return null;
  if (said === 'y' || said === 'yes') return true;
  return said === 'n' || said === 'no' ? false : undefined;
}
