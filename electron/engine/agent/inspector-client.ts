import type { Session } from 'node:inspector';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import { TITLE_PREFIX } from './console-profiles.ts';
import type { MainState } from './threads/main-state.ts';

/** By this name frames of what is evaluated are known as ours, and not as code that the program has made. */
const SOURCE_NAME = '/loopscope-agent.cjs';

export type InspectorParams = Record<string, unknown>;

interface Thrown {
  /** "Uncaught", mostly. */
  readonly text: string;
  /** With the stack, of an error. */
  readonly exception?: { readonly description?: string };
}

const messageOf = ({ text, exception }: Thrown): string => exception?.description?.split('\n')[0] ?? text;

/** A session with V8's inspector, whatever carries it. The Runtime domain is never enabled: an attached session that listens makes every console call dearer. */
export abstract class Inspector {
  abstract post<T = unknown>(method: string, params?: InspectorParams): Promise<T>;
  /** One listener for each event. */
  abstract on(event: string, listener: (params: InspectorParams) => void): void;
  /** Any number of times. */
  abstract close(): void;

  /** Value of an expression in the global scope of the thread. `withRequire`: as in a console, where that has `require`. */
  async evaluate<T>(expression: string, withRequire = false): Promise<T> {
    const answer = await this.post<{ result: { value: T }; exceptionDetails?: Thrown }>('Runtime.evaluate', {
      expression: `${expression}\n//# sourceURL=${SOURCE_NAME}`,
      silent: true,
      includeCommandLineAPI: withRequire,
      returnByValue: true,
    });
    if (answer.exceptionDetails) throw new Error(messageOf(answer.exceptionDetails));
    return answer.result.value;
  }

  /** Ours only: the user's program may record its own console profiles. */
  onProfile(listener: (slice: number, profile: V8Profile) => void): void {
    this.on('Profiler.consoleProfileFinished', (params) => {
      const { title, profile } = params as { title?: string; profile: V8Profile };
      if (title?.startsWith(TITLE_PREFIX)) listener(Number(title.slice(TITLE_PREFIX.length)), profile);
    });
  }

  /** Scripts alive now that name a source map. Stops collecting at `maxLength` characters of inline maps. */
  async listSourceMaps(maxLength: number): Promise<{ url: string; map: string }[]> {
    const found: { url: string; map: string }[] = [];
    let length = 0;
    this.on('Debugger.scriptParsed', (params) => {
      const { url, sourceMapURL } = params as { url: string; sourceMapURL?: string };
      if (!url || !sourceMapURL) return;
      length += sourceMapURL.length;
      if (length <= maxLength) found.push({ url, map: sourceMapURL });
    });
    // Every known script is announced before the command is answered.
    await this.post('Debugger.enable');
    await this.post('Debugger.disable');
    return found;
  }
}

/**
 * A session on the main thread, driven from the worker. Commands interrupt running JavaScript, so they are answered in the middle
 * of a long loop; not in the middle of a native call.
 */
export class InspectorClient extends Inspector {
  private readonly session: Session;
  private isClosed = false;

  constructor(private readonly state: MainState) {
    super();
    // Here and not at the top: a Node built without inspector throws.
    const inspector = require('node:inspector') as typeof import('node:inspector');
    this.session = new inspector.Session();
    // Before connecting: an exiting main thread must know that it has to wait for us.
    state.countSessions(1);
    this.session.connectToMainThread();
  }

  post<T = unknown>(method: string, params: InspectorParams = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, answer?: object) => (error ? reject(error) : resolve(answer as T));
      this.session.post(method, params, done);
    });
  }

  on(event: string, listener: (params: InspectorParams) => void): void {
    this.session.on(event, ({ params }: { params: InspectorParams }) => listener(params));
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.session.disconnect();
    this.state.countSessions(-1);
  }
}
