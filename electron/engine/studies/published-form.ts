/** Name of the form that is the study as its publication describes it; of a form NAME it is `NAME-published`. */
export const PUBLISHED = 'published';

/** Whether a form has such a name. */
export function isPublishedName(name: string): boolean {
  return name === PUBLISHED || name.endsWith(`-${PUBLISHED}`);
}
