/** A worker thread as Node announces it to a session with the main thread. */
export interface Announced {
  readonly sessionId: string;
  readonly workerInfo: { readonly title: string; readonly url: string };
}

/** The agent's own thread, told by the file it runs. */
export function isOurThread(url: string): boolean {
  return /[\\/]loopscope-agent\.cjs$/.test(url);
}

/** Of "[worker 3] resizer". Null: it has none. */
export function threadNumber({ title }: Announced['workerInfo']): number | null {
  const [, number] = /^\[worker (\d+)\]/.exec(title) ?? [];
  return number === undefined ? null : Number(number);
}
