import type { Session } from 'node:inspector';
import type { AliveScript } from '../../../shared/profile/import/script-text.ts';
import type { V8Profile } from '../../../shared/profile/import/v8-profile.ts';
import { TITLE_PREFIX } from './console-profiles.ts';
import type { MainState } from './threads/main-state.ts';

/** By this name frames of what is evaluated are known as ours, and not as code that the program has made. */
const SOURCE_NAME = '/loopscope-agent.cjs';

/** Characters of the text of one script worth asking for. */
const MOST_TEXT = 4 * 1024 * 1024;

/** Characters of inline source maps, and of texts for them, worth sending; beyond that the interface lives without the rest. */
const MAX_MAPS_LENGTH = 50 * 1024 * 1024;

/** The scripts that are alive after the last slice, asked once. */
export interface ScriptsReport {
  readonly type: 'scripts';
  readonly scripts: readonly AliveScript[];
}

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
  /** May be called repeatedly. */
  abstract close(): void;

  /** Value of an expression in the global scope of the thread. `withRequire`: as in a console, where that has `require`. */
  async evaluate<T>(expression: string, withRequire = false): Promise<T> {
    const reply = await this.post<{ result: { value: T }; exceptionDetails?: Thrown }>('Runtime.evaluate', {
      expression: `${expression}\n//# sourceURL=${SOURCE_NAME}`,
      silent: true,
      includeCommandLineAPI: withRequire,
      returnByValue: true,
    });
    if (reply.exceptionDetails) throw new Error(messageOf(reply.exceptionDetails));
    return reply.result.value;
  }

  /** Ours only: the user's program may record its own console profiles. */
  onProfile(listener: (slice: number, profile: V8Profile) => void): void {
    this.on('Profiler.consoleProfileFinished', (params) => {
      const { title, profile } = params as { title?: string; profile: V8Profile };
      if (title?.startsWith(TITLE_PREFIX)) listener(Number(title.slice(TITLE_PREFIX.length)), profile);
    });
  }

  async reportScripts(): Promise<ScriptsReport> {
    return { type: 'scripts', scripts: await this.listScripts(MAX_MAPS_LENGTH) };
  }

  /**
   * The scripts alive now, and what they say of where they were written. Beyond `maxLength` characters in all, maps, texts and scripts are left out.
   * The program may run on meanwhile, and a `debugger` statement in it must not stop it.
   */
  private async listScripts(maxLength: number): Promise<AliveScript[]> {
    const parsed: ParsedScript[] = [];
    this.on('Debugger.scriptParsed', (params) => parsed.push(params as unknown as ParsedScript));
    // Every known script is announced before the reply to the command.
    await this.post('Debugger.enable');
    await this.post('Debugger.setSkipAllPauses', { skip: true });
    let left = maxLength;
    const found: AliveScript[] = [];
    for (const script of parsed) {
      const { scriptId: id, url, sourceMapURL = '' } = script;
      if (url === '' || /^(?:node|wasm):/.test(url)) continue;
      // A module may be imported out of an address that is all of its text.
      left -= url.length;
      if (left < 0) break;
      const isEvaluated = wasEvaluated(script);
      const map = sourceMapURL.length <= left ? sourceMapURL : '';
      left -= map.length;
      const text = isEvaluated && map !== '' && script.length <= Math.min(left, MOST_TEXT) ? await this.wrappedText(id) : null;
      left -= text?.length ?? 0;
      found.push({ id, url, map, isEvaluated, ...(text === null ? {} : { text }) });
    }
    await this.post('Debugger.disable');
    return found;
  }

  /** Of what was made by `new Function`: all that V8 compiled. Null: it was made by something that adds no lines. */
  private async wrappedText(scriptId: string): Promise<string | null> {
    const { scriptSource } = await this.post<{ scriptSource: string }>('Debugger.getScriptSource', { scriptId });
    return /^\((?:async )?function\*? anonymous\(/.test(scriptSource) ? scriptSource : null;
  }
}

/** What V8 announces of a script. */
interface ParsedScript {
  readonly scriptId: string;
  /** What it calls itself (`sourceURL`), or else what it was loaded as. */
  readonly url: string;
  readonly sourceMapURL?: string;
  readonly length: number;
  readonly hasSourceURL?: boolean;
  /** What it was loaded as; empty: nothing, as of eval and new Function. */
  readonly embedderName?: string;
}

/** Whether it is no file but text that the program has put together, whatever it is called. */
function wasEvaluated({ url, hasSourceURL = false, embedderName }: ParsedScript): boolean {
  if (embedderName === undefined) return hasSourceURL;
  return embedderName === '' || (hasSourceURL && embedderName !== url && !embedderName.endsWith(encodeURI(url)));
}

/**
 * A session on the main thread, driven from the worker. Commands interrupt running JavaScript, so the replies come in the middle
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
      const done = (error: Error | null, reply?: object) => (error ? reject(error) : resolve(reply as T));
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
