/** `/cart/17/items?page=2` -> `/cart/:id/items`: numbers, UUIDs and long tokens differ from request to request, and may be secret. */
export function foldPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const folded = path
    .split('/')
    .map((segment) => (isValue(segment) ? ':id' : segment))
    .join('/');
  return folded === '' ? '/' : folded;
}

/** A number, a UUID, a hash or a token. */
function isValue(segment: string): boolean {
  if (/^\d+$/.test(segment)) return true;
  if (/^[0-9a-f-]{8,}$/i.test(segment) && /\d/.test(segment)) return true;
  return segment.length >= 20 && /\d/.test(segment) && !segment.includes('.');
}

/** `/cart/17/` -> `cart`, `17`. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
