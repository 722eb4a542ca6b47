/** Headers about the wanted response, not about the client. All others may carry a secret under any name. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'connection', 'content-encoding'],
  ...['content-language', 'content-length', 'content-type', 'dnt', 'expect', 'if-modified-since', 'if-none-match', 'keep-alive', 'pragma'],
  ...['range', 'te', 'upgrade-insecure-requests', 'user-agent', 'x-requested-with'],
]);

/** Whether the value of a request header of this name may be stored, unless its shape says otherwise. */
export function isHarmlessHeader(name: string): boolean {
  return HARMLESS.has(name.toLowerCase());
}
