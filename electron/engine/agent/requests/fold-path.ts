/**
 * `/cart/17/items?page=2` -> `/cart/:id/items`, `/items/6.data` -> `/items/:id.data`: numbers, UUIDs and long tokens differ from request to request, and
 * may be secret.
 */
export function foldPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const folded = path.split('/').map(foldSegment).join('/');
  return folded === '' ? '/' : folded;
}

/** As the name of a file ends. */
const ENDING = /\.[a-z][a-z0-9]{0,9}$/i;
/** Of the data of a page, which has the name of the page; other files may have long names. */
const OF_DATA = /^\.(?:data|json)$/;

function foldSegment(segment: string): string {
  const [ending = ''] = ENDING.exec(segment) ?? [];
  const name = segment.slice(0, segment.length - ending.length);
  return isNumber(name) || ((ending === '' || OF_DATA.test(ending)) && isToken(name)) ? `:id${ending}` : segment;
}

/** A UUID and a hash as well. */
function isNumber(name: string): boolean {
  return /^\d+$/.test(name) || (/^[0-9a-f-]{8,}$/i.test(name) && /\d/.test(name));
}

function isToken(name: string): boolean {
  return name.length >= 20 && /\d/.test(name) && !name.includes('.');
}

/** `/cart/17/` -> `cart`, `17`. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
