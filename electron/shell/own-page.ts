import { APP_HOST, APP_SCHEME } from '../../shared/protocol/shell.ts';

/**
 * Whether an address is the application's own page. Compared part by part: with a prefix test `app://loopscope.evil` would pass, and
 * the origin of a scheme that the URL standard does not list as special is always "null".
 */
export function isOwnPage(address: string): boolean {
  try {
    const { protocol, host, username, password } = new URL(address);
    return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === '';
  } catch {
    return false;
  }
}
