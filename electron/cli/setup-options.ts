/** The flags of a run, and the set-up they mean. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import {
  type Capture,
  DEFAULT_CAPTURE,
  DEFAULT_LOAD,
  DEFAULT_PORT_TIMEOUT_S,
  HTTP_METHODS,
  type NameValue,
  type Setup,
} from '../../shared/model/setup.ts';
import { setupSchema } from '../../shared/model/setup-schema.ts';
import { addLaterFlags } from './later.ts';

export interface LoadOptions {
  url: string;
  connections: number;
  duration?: number;
  amount?: number;
  warmup: number;
  timeout: number;
  method: string;
  header: NameValue[];
  body: string;
  keepalive: boolean;
  allowHost?: string;
}

export interface SetupOptions extends LoadOptions {
  capture: 'none' | 'cpu';
  interval: number;
  node?: string;
  cwd: string;
  env: NameValue[];
  portTimeout: number;
}

const DEFAULT_SECONDS = DEFAULT_LOAD.end.by === 'duration' ? DEFAULT_LOAD.end.seconds : 10;

/** `own`: flags that mean something else in this command, and are its own. */
export function addSetupFlags(command: Command, own: readonly string[] = []): Command {
  command
    .optionsGroup('Load:')
    .option('--url <path|url>', 'what to request: a path on the script, or a whole URL', DEFAULT_LOAD.url)
    .option(
      '-c, --connections <n>',
      'connections; each sends its next request when the last answer has come',
      number,
      DEFAULT_LOAD.connections,
    )
    .option('-d, --duration <seconds>', `measure this long (default: ${DEFAULT_SECONDS})`, number)
    .option('-a, --amount <n>', 'measure exactly this many requests instead', number)
    .option('--warmup <seconds>', 'load before the measured phase, on connections of its own, drained', number, DEFAULT_LOAD.warmupS)
    .option('--timeout <seconds>', 'a request without a whole answer after this long has failed', number, DEFAULT_LOAD.timeoutS)
    .addOption(new Option('--method <method>', 'HTTP method').choices(HTTP_METHODS).default(DEFAULT_LOAD.method))
    .option('--header <name=value>', 'a request header; repeat for more', collectPairs, [])
    .option('--body <text>', 'request body', '')
    .option('--no-keepalive', 'a new connection for each request')
    .option('--allow-host <name>', 'allow load on this host, which is not this machine; must equal the host of --url')
    .optionsGroup('Capture:')
    .addOption(new Option('--capture <kind>', 'what to record inside the script').argParser(parseCapture).default('cpu', 'cpu; or none'))
    .option(
      '--interval <microseconds>',
      'sampling interval of the CPU profile',
      number,
      DEFAULT_CAPTURE.kind === 'cpu' ? DEFAULT_CAPTURE.intervalUs : 1_000,
    )
    .optionsGroup('Target:')
    .option('--node <path>', 'the Node.js binary to run the script with (default: the first on PATH)')
    .option('--cwd <dir>', 'working folder of the script', process.cwd())
    .option('--env <name=value>', 'an environment variable; repeat for more', collectPairs, [])
    .option('--port-timeout <seconds>', 'wait this long for the script to listen', number, DEFAULT_PORT_TIMEOUT_S);
  addLaterFlags(command, own);
  return command;
}

export function toSetup(script: string, args: readonly string[], options: SetupOptions): Outcome<Setup> {
  if (options.duration !== undefined && options.amount !== undefined)
    return fail('bad-request', '-d and -a exclude each other: a run ends after a time or after an amount.', 'Give one of them.');
  const checked = setupSchema.safeParse({
    target: {
      script: resolve(script),
      args,
      cwd: resolve(options.cwd),
      env: options.env,
      node: options.node === undefined ? null : resolve(options.node),
      portTimeoutS: options.portTimeout,
    },
    load: {
      model: 'closed',
      url: options.url,
      connections: options.connections,
      end:
        options.amount === undefined
          ? { by: 'duration', seconds: options.duration ?? DEFAULT_SECONDS }
          : { by: 'amount', requests: options.amount },
      warmupS: options.warmup,
      timeoutS: options.timeout,
      method: options.method,
      headers: options.header,
      body: options.body,
      keepAlive: options.keepalive,
      allowHost: options.allowHost ?? null,
    },
    capture: (options.capture === 'none' ? { kind: 'none' } : { kind: 'cpu', intervalUs: options.interval }) satisfies Capture,
  });
  if (checked.success) return succeed(checked.data);
  const issue = checked.error.issues[0]!;
  return fail('bad-request', `${FLAG_OF[issue.path.join('.')] ?? issue.path.join('.')}: ${issue.message}.`, 'See loopscope run --help.');
}

/** Field of the set-up -> the flag a user knows it by. */
const FLAG_OF: Record<string, string> = {
  'load.connections': '-c',
  'load.end.seconds': '-d',
  'load.end.requests': '-a',
  'load.warmupS': '--warmup',
  'load.timeoutS': '--timeout',
  'load.url': '--url',
  'load.allowHost': '--allow-host',
  'capture.intervalUs': '--interval',
  'target.portTimeoutS': '--port-timeout',
};

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('A number is needed.');
  return value;
}

export function collectPairs(text: string, pairs: NameValue[]): NameValue[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be name=value.');
  return [...pairs, { name: text.slice(0, at), value: text.slice(at + 1) }];
}

function parseCapture(kind: string): 'none' | 'cpu' {
  if (kind === 'none' || kind === 'cpu') return kind;
  if (kind === 'ticks' || kind === 'heap')
    throw new InvalidArgumentError(`--capture ${kind} is not there yet. This version captures cpu or none.`);
  throw new InvalidArgumentError('It must be cpu or none.');
}
