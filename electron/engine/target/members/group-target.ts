/** Several programs that are one server: started in order, each when the one before it is ready, and stopped together. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { type Failure, fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { type Instance, instancesOf } from '../../../../shared/model/setup/group.ts';
import type { ScriptTarget, TargetOf } from '../../../../shared/model/setup/setup.ts';
import { DIRECT } from '../../../../shared/model/setup/topology.ts';
import { readGroupOnce } from '../../../../shared/plan/read-group.ts';
import { tellProblem } from '../../../../shared/plan/tell-problem.ts';
import { say } from '../../../../shared/words/said.ts';
import { checkScript } from '../check-script.ts';
import { programOf } from '../command-target.ts';
import { checkFolder } from '../script-target.ts';
import { ofMember } from '../start-failures.ts';
import { knownIfWhole, type TargetKind } from '../target-port.ts';
import { type PlacedInstance, RunningGroup } from './running-group.ts';

type GroupTarget = TargetOf<'group'>;

export const groupTarget: TargetKind<GroupTarget> = {
  knownUrl: knownIfWhole,

  async check(asked) {
    const folder = checkFolderOf(asked);
    if (folder !== null) return [{ field: 'target.cwd', failure: folder }];
    const read = readInstances(asked);
    const failures = read.ok ? (await Promise.all(read.value.map(checkInstance))).filter((failure) => failure !== null) : [read.failure];
    return failures.map((failure) => ({ field: 'target.group', failure }));
  },

  async start(asked, run) {
    const folder = checkFolderOf(asked);
    if (folder !== null) return { ok: false, failure: folder };
    const read = readInstances(asked);
    if (!read.ok) return read;
    // If one member cannot be started, none is.
    for (const instance of read.value) {
      const failure = await checkInstance(instance);
      if (failure !== null) return { ok: false, failure };
    }
    return succeed(new RunningGroup(read.value, asked.portTimeoutS, run));
  },
};

/** A group that was typed, not read from a file, has no folder of its own. */
function checkFolderOf({ cwd, groupFile }: GroupTarget): Failure | null {
  if (cwd !== null || isAbsolute(groupFile)) return null;
  return fail('bad-request', say('group.noFolder'), say('group.pickFolder')).failure;
}

function readInstances({ group, groupFile, cwd, env, portTimeoutS }: GroupTarget): Outcome<readonly PlacedInstance[]> {
  const read = readGroupOnce(group);
  if (!read.ok) return fail('bad-request', say('group.inText', { says: tellProblem(read.problems[0]!) }));
  const folder = cwd ?? dirname(groupFile);
  return succeed(instancesOf(read.group).map((instance) => place(instance, folder, env, portTimeoutS)));
}

function place(instance: Instance, folder: string, env: ScriptTarget['env'], portTimeoutS: number): PlacedInstance {
  const { starts } = instance;
  const cwd = instance.cwd === null ? folder : resolve(folder, instance.cwd);
  const own = { env: [...env, ...instance.env], cwd, portTimeoutS, topology: DIRECT };
  if (starts.by === 'command') return { ...instance, program: { kind: 'command', command: starts.command, ...own } };
  const { args, nodeArgs } = starts;
  // The path of the script does not depend on its working directory.
  const script = resolve(folder, starts.script);
  return { ...instance, program: { kind: 'script', script, args: [...args], nodeArgs: [...nodeArgs], node: null, ...own } };
}

async function checkInstance({ name, program }: PlacedInstance): Promise<Failure | null> {
  const folder = await checkFolder(program.cwd, say('target.noFolder', { path: program.cwd }));
  const failure = folder ?? (program.kind === 'script' ? checkScript(program.script) : checkCommand(program));
  return failure === null ? null : ofMember(name, failure);
}

function checkCommand(command: Parameters<typeof programOf>[0]): Failure | null {
  const found = programOf(command);
  return found.ok ? null : found.failure;
}
