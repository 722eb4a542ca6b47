/** A worker thread as Node announces it to a session with the main thread. */
export interface Announced {
  readonly sessionId: string;
  readonly workerInfo: { readonly title: string; readonly url: string };
}

/** The agent's own thread, told by the file it runs. */
export function isOurThread(url: string): boolean {
  return /[\\/]loopscope-agent\.cjs$/.test(url);
}

/** Of "[worker 3] resizer": its number, and the name that the program has given it. Null: it has none. */
export function identityOf({ title }: Announced['workerInfo']): { readonly thread: number; readonly name: string } | null {
  const [, number, name = ''] = /^\[worker (\d+)\] ?(.*)$/s.exec(title) ?? [];
  return number === undefined ? null : { thread: Number(number), name };
}
