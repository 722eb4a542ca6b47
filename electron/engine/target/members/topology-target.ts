/**
 * A script in several processes, or a script or command behind nginx or a proxy of the user's: these are a group that is not read from a file.
 *
 *   load ──► primary ──► its processes           Node's cluster module: they share the script's port
 *   load ──► nginx ──► app 1, app 2, ...        each with its own PORT
 *   load ──► proxy ──► app 1, app 2, ...        the proxy has their addresses in BACKEND_URLS, the first in BACKEND_URL
 */
import { rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Failure, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import type { ScriptTarget, TargetOf } from '../../../../shared/model/setup/setup.ts';
import { quoteForShell } from '../../../../shared/model/setup/shell-words.ts';
import { DIRECT, readTopology, refuseTopology, type Topology } from '../../../../shared/model/setup/topology.ts';
import { say } from '../../../../shared/words/said.ts';
import { PROCESSES_FILE } from '../../machine/paths.ts';
import { makePrivateFolder } from '../../machine/private-folder.ts';
import { checkScript } from '../check-script.ts';
import { commandTarget } from '../command-target.ts';
import { findProgram } from '../find-program.ts';
import { findFreePorts } from '../free-ports.ts';
import { scriptTarget } from '../script-target.ts';
import { knownIfWhole, type TargetKind, type TargetPort, type TargetRun } from '../target-port.ts';
import { writeNginxConfig } from './nginx-config.ts';
import { type PlacedInstance, RunningGroup } from './running-group.ts';

type BackendTarget = ScriptTarget | TargetOf<'command'>;
type Front = Exclude<Topology, { readonly kind: 'direct' }>;
type NginxOf = Extract<Topology, { readonly kind: 'nginx' }>;
type ProxyOf = Extract<Topology, { readonly kind: 'proxy' }>;

/** Variables for the user's own proxy: the addresses of the servers behind it, one by one and as a list with commas. */
const BACKEND_VARIABLE = 'BACKEND_URL';
const BACKENDS_VARIABLE = 'BACKEND_URLS';
const PORT_VARIABLE = 'PORT';
const FIELD = 'target.topology';
/** Debian has nginx where only root looks for programs. */
const ALSO_IN = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

export const topologyTarget: TargetKind<BackendTarget> = {
  knownUrl: knownIfWhole,

  async check(asked) {
    const problems = await (asked.kind === 'script' ? scriptTarget.check(asked) : commandTarget.check(asked));
    const front = frontOf(asked);
    const failure = front.ok ? checkFront(front.value) : front.failure;
    return failure === null ? problems : [...problems, { field: FIELD, failure }];
  },

  async start(asked, run) {
    // If one part cannot be started, none is.
    const [problem] = await topologyTarget.check(asked);
    if (problem !== undefined) return { ok: false, failure: problem.failure };
    const front = frontOf(asked);
    if (!front.ok) return front;
    const { value } = front;
    if (value.kind === 'processes') return scriptTarget.start(inProcesses(asked as ScriptTarget, value.copies), run);
    return value.kind === 'nginx' ? startBehindNginx(asked, value, run) : startBehindProxy(asked, value, run);
  },
};

function frontOf({ topology }: BackendTarget): Outcome<Front> {
  const refused = refuseTopology(topology);
  // With nothing in front it is a target of its own kind.
  return refused === null ? succeed(readTopology(topology) as Front) : fail('bad-request', refused.says, refused.hint);
}

function checkFront(front: Front): Failure | null {
  if (front.kind === 'processes') return null;
  if (front.kind === 'proxy') return checkScript(front.file);
  const nginx = findNginx();
  return nginx.ok ? null : nginx.failure;
}

function findNginx(): Outcome<string> {
  const PATH = [process.env.PATH ?? '', ...ALSO_IN].join(delimiter);
  const found = findProgram(['nginx'], { cwd: process.cwd(), env: { PATH }, platform: process.platform });
  return found.ok ? succeed(found.value.file) : fail('spawn-failed', say('topology.noNginx'), say('topology.getNginx'));
}

function inProcesses(asked: ScriptTarget, copies: number): ScriptTarget {
  const { script, args, cwd } = asked;
  return { ...asked, script: PROCESSES_FILE, args: [String(copies), script, ...args], cwd: cwd ?? dirname(script) };
}

async function startBehindNginx(asked: BackendTarget, { copies, settings }: NginxOf, run: TargetRun): Promise<Outcome<TargetPort>> {
  const nginx = findNginx();
  if (!nginx.ok) return nginx;
  const [port, ...backends] = await findFreePorts(copies + 1);
  const folder = makePrivateFolder();
  const config = writeNginxConfig({ port: port!, backends, user: nginxUser(), settings });
  writeFileSync(join(folder, 'nginx.conf'), config);
  const command = [nginx.value, '-e', 'stderr', '-p', '.', '-c', 'nginx.conf'].map(quoteForShell).join(' ');
  const { portTimeoutS } = asked;
  const program: PlacedInstance['program'] = { kind: 'command', command, env: [], cwd: folder, portTimeoutS, topology: DIRECT };
  const instances = [...backendsOn(backends, asked), instanceOf('nginx', 'nginx', program, port!)];
  return succeed(new Behind(instances, asked, run, config, () => rmSync(folder, { recursive: true, force: true })));
}

function nginxUser(): string | null {
  if (process.getuid?.() !== 0) return null;
  return process.platform === 'linux' ? 'root' : 'root wheel';
}

async function startBehindProxy(asked: BackendTarget, { copies, file }: ProxyOf, run: TargetRun): Promise<Outcome<TargetPort>> {
  const [port, ...backends] = await findFreePorts(copies + 1);
  const urls = backends.map((backend) => `http://127.0.0.1:${backend}`);
  const env = [
    // The user's own, if there is one.
    { name: PORT_VARIABLE, value: String(port) },
    ...asked.env,
    { name: BACKEND_VARIABLE, value: urls[0]! },
    { name: BACKENDS_VARIABLE, value: urls.join(',') },
  ];
  const { portTimeoutS } = asked;
  const node = asked.kind === 'script' ? asked.node : null;
  const own = { args: [], nodeArgs: [], node, env, cwd: dirname(file), portTimeoutS, topology: DIRECT };
  const front = instanceOf('proxy', 'proxy', { kind: 'script', script: file, ...own }, null);
  return succeed(new Behind([...backendsOn(backends, asked), front], asked, run, null, () => {}));
}

function backendsOn(ports: readonly number[], asked: BackendTarget): PlacedInstance[] {
  return ports.map((port, at) => backendOn(port, asked, ports.length === 1 ? 'app' : `app ${at + 1}`));
}

function backendOn(port: number, asked: BackendTarget, name: string): PlacedInstance {
  const env = [...asked.env, { name: PORT_VARIABLE, value: String(port) }];
  // A command without a folder has been refused.
  const cwd = asked.cwd ?? (asked.kind === 'script' ? dirname(asked.script) : '');
  return { ...instanceOf('app', name, { ...asked, env, cwd }, port), loaded: false };
}

/** `port`: null: wherever it listens. */
function instanceOf(member: string, name: string, program: PlacedInstance['program'], port: number | null): PlacedInstance {
  const { env, cwd } = program;
  const starts =
    program.kind === 'script'
      ? ({ by: 'script', script: program.script, args: program.args, nodeArgs: program.nodeArgs } as const)
      : ({ by: 'command', command: program.command } as const);
  const ready = port === null ? ({ by: 'listening' } as const) : ({ by: 'port', port: String(port) } as const);
  return { member, name, starts, env, cwd, ready, loaded: true, program };
}

/** With the configuration of nginx, which is kept, and a folder that goes with it. */
class Behind extends RunningGroup {
  constructor(
    instances: readonly PlacedInstance[],
    { portTimeoutS }: BackendTarget,
    run: TargetRun,
    private readonly nginx: string | null,
    private readonly clear: () => void,
  ) {
    super(instances, portTimeoutS, run);
  }

  override facts() {
    return { ...super.facts(), ...(this.nginx === null ? {} : { nginx: this.nginx }) };
  }

  override async findUrl(...asked: Parameters<RunningGroup['findUrl']>): ReturnType<RunningGroup['findUrl']> {
    const outcome = await super.findUrl(...asked);
    if (outcome.kind !== 'failed' || outcome.failure.code !== 'never-listened') return outcome;
    return { ...outcome, failure: { ...outcome.failure, hint: say('topology.usesPort') } };
  }

  override async stop(): ReturnType<RunningGroup['stop']> {
    const exit = await super.stop();
    this.clear();
    return exit;
  }
}
