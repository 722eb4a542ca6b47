/** Names of other machines, as a copy without values has them: `postgresql://db.example:5432` becomes `postgresql://(host 1):5432`. */

const URL_HOST = /\b([a-z][a-z\d+.-]{0,30}:\/\/)(\[[^\]\s]{1,60}\]|[^\s/:?#"'<>()[\]]{1,253})/gi;
/** As shared work is called. */
const SOCKET_HOST = /^((?:TCP|TLS|UDP) )(\[[^\]\s]{1,60}\]|[^\s:()]{1,253})(?=:\d)/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** The same host has the same number. */
export function hostHider(): (text: string) => string {
  const known = new Map<string, number>();
  const hide = (whole: string, before: string, host: string): string => {
    if (LOOPBACK.test(host)) return whole;
    const number = known.get(host) ?? known.size + 1;
    known.set(host, number);
    return `${before}(host ${number})`;
  };
  return (text) => text.replace(URL_HOST, hide).replace(SOCKET_HOST, hide);
}
