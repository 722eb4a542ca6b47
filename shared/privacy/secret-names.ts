/** Names whose values are secrets, by whole words: API_KEY is one, BYPASS_CACHE and monkey are none. */

const WORDS: ReadonlySet<string> = new Set([
  ...['auth', 'authentication', 'authorization', 'authorisation', 'bearer', 'oauth', 'jwt', 'otp', 'pin'],
  ...['cookie', 'cred', 'credential', 'csrf', 'xsrf', 'dsn', 'key', 'nonce', 'pass', 'passcode', 'pw', 'pwd', 'salt'],
  ...['session', 'sessionid', 'sid', 'jsessionid', 'phpsessid', 'sig', 'signature', 'token', 'secret'],
]);

/** Written without a separator: PGPASSWORD, accesstoken. Long enough to be the end of no other word. */
const ENDING = /(?:password|passwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey|credential)s?$/;

/** `SESSION_TIMEOUT` describes sessions; only a name that is nothing but the word (`?session=...`) names one. */
const ONLY_ALONE: ReadonlySet<string> = new Set(['session', 'nonce', 'salt', 'pin']);

/** Whether the value that carries this name (a variable, header, option or parameter) is to be left out. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => ENDING.test(word) || (isWord(word) && (words.length === 1 || !ONLY_ALONE.has(word))));
}

function isWord(word: string): boolean {
  return WORDS.has(word) || (word.endsWith('s') && WORDS.has(word.slice(0, -1)));
}

/** apiKey, API_KEY, x-api-key, APIKey: api, key. */
function wordsOf(name: string): string[] {
  return name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
