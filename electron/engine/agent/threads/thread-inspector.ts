/** A session with a worker thread, carried by one with the main thread of its process (the NodeWorker domain of Node). */
import { Inspector, type InspectorParams } from '../inspector-client.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

type Message =
  | { readonly id: number; readonly result?: unknown; readonly error?: { readonly message: string } }
  | { readonly id?: undefined; readonly method: string; readonly params: InspectorParams };

export class ThreadInspector extends Inspector {
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, (params: InspectorParams) => void>();
  private last = 0;
  private isClosed = false;

  constructor(
    private readonly main: Inspector,
    private readonly sessionId: string,
  ) {
    super();
  }

  post<T = unknown>(method: string, params: InspectorParams = {}): Promise<T> {
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      if (this.isClosed) return reject(new Error('the thread has ended'));
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      const message = JSON.stringify({ id, method, params });
      this.main.post('NodeWorker.sendMessageToWorker', { sessionId: this.sessionId, message }).catch((error: Error) => {
        this.waiting.delete(id);
        reject(error);
      });
    });
  }

  on(event: string, listener: (params: InspectorParams) => void): void {
    this.listeners.set(event, listener);
  }

  /** What the thread has sent. */
  receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.id === undefined) {
      this.listeners.get(message.method)?.(message.params);
      return;
    }
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(message.error.message));
    else asked?.resolve(message.result);
  }

  /** Rejects what is pending: no more replies will come. */
  close(): void {
    this.isClosed = true;
    for (const { reject } of this.waiting.values()) reject(new Error('the thread has ended'));
    this.waiting.clear();
  }
}
