/** The settings of our own clients: a load command says itself how many connections it opens, and how. */
export function isUnreadByCommand(path: string): boolean {
  return path === 'load.connections' || (path.startsWith('client.') && path !== 'client.kind');
}
