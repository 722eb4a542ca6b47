/** Name of the form that is the study as its publication describes it; of a form NAME it is `NAME-published`. */
export const PUBLISHED = 'published';

/** Whether a form repeats what was published: it says so, or has such a name. */
export function isPublished(form: { readonly name: string; readonly isPublished?: boolean | undefined }): boolean {
  return form.isPublished ?? hasPublishedName(form.name);
}

function hasPublishedName(name: string): boolean {
  return name === PUBLISHED || name.endsWith(`-${PUBLISHED}`);
}
