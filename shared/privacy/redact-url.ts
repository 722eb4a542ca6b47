/** A URL, or the path of one, without its secrets; as text, so that the rest stays as it was typed. */
import { looksSecret } from './redact-text.ts';
import { isSecretName } from './secret-names.ts';

/** What stands for a value that is left out. */
export type Hide = (value: string) => string;

/** Scheme, user, host and port, path, query, fragment. Never fails: any text has them. */
const PARTS = /^([a-z][\w+.-]*:)?(\/\/)?([^/?#]*@)?([^?#]*)(\?[^#]*)?(#.*)?$/is;

/** User and password go, the values of parameters by name and shape (`all`: of all of them), a segment of the path by its shape. */
export function redactUrl(url: string, hide: Hide, all = false): string {
  const [, scheme = '', slashes = '', user = '', path = '', query = '', fragment = ''] = PARTS.exec(url) ?? [];
  // Without `//` an @ is a letter of the path.
  const [owner, rest] = slashes === '' ? ['', user + path] : [user, path];
  return [
    scheme,
    slashes,
    owner === '' ? '' : `${hide(owner.slice(0, -1))}@`,
    rest
      .split('/')
      .map((segment) => (looksSecret(decode(segment)) ? hide(segment) : segment))
      .join('/'),
    redactParameters(query, hide, all),
    redactParameters(fragment, hide, all),
  ].join('');
}

/** `?a=1&token=x`, and a fragment of the same form; the first character stays. */
function redactParameters(text: string, hide: Hide, all: boolean): string {
  const pairs = text.slice(1).split(/([&;])/);
  return text.slice(0, 1) + pairs.map((pair) => redactParameter(pair, hide, all)).join('');
}

function redactParameter(pair: string, hide: Hide, all: boolean): string {
  if (pair === '' || /^[&;]$/.test(pair)) return pair;
  const at = pair.indexOf('=');
  if (at < 0) return all || looksSecret(decode(pair)) ? hide(pair) : pair;
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  return all || isSecretName(decode(name)) || looksSecret(decode(value)) ? `${name}=${hide(value)}` : pair;
}

const ENCODED = /[%+]/;

function decode(text: string): string {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}
