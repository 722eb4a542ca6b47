/**
 * The door to `tough-cookie`: the cookies of one user, by the rules of RFC 6265 that browsers follow (domain, path, expiry, Secure; 3 us to take
 * one, 3 us to give them). Chosen over own code because these rules are many and every wrong one is a login that fails. Beyond it: how many and
 * how long they may be, which it leaves open.
 */
import { CookieJar as Jar } from 'tough-cookie';
import { LONGEST_COOKIE, MOST_COOKIES } from '../model/load/limits.ts';

/** What it needs of a header line comes first; a value behind it that cannot be sent would begin a header of its own. */
const CAN_BE_SENT = /^[\t\x20-\x7e\x80-\xff]*$/;

export class CookieJar {
  /** Made when the first cookie comes: most users of most loads never have one. */
  #jar: Jar | null = null;

  /** `setCookie`: the values of the Set-Cookie headers of a response. Those that do not follow the rules are left out, as browsers do. */
  take(url: string, setCookie: readonly string[]): void {
    for (const line of setCookie) {
      if (line.length > LONGEST_COOKIE || !CAN_BE_SENT.test(line)) continue;
      this.#jar ??= new Jar(undefined, { rejectPublicSuffixes: true, looseMode: false });
      // A new one is refused when there are many; one that replaces or ends another is not more than there were.
      if (this.#jar.getCookiesSync(url, { allPaths: true, expire: false }).length >= MOST_COOKIES && !this.#replaces(url, line)) continue;
      this.#jar.setCookieSync(line, url, { ignoreError: true });
    }
  }

  /** The value of the Cookie header; empty: none. */
  header(url: string): string {
    return this.#jar === null ? '' : this.#jar.getCookieStringSync(url);
  }

  clear(): void {
    this.#jar = null;
  }

  #replaces(url: string, line: string): boolean {
    const name = /^[^=;]*/.exec(line)![0].trim();
    return this.#jar!.getCookiesSync(url, { allPaths: true, expire: false }).some(({ key }) => key === name);
  }
}
