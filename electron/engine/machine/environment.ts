import { readFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../shared/model/report.ts';
import { ROOT } from './paths.ts';

export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** The machine, as a report must state it. No host or user name: sessions are passed on. */
export function describeEnvironment(): Environment {
  return {
    loopscope: VERSION,
    os: `${type()} ${release()}`,
    arch: arch(),
    cpu: cpus()[0]?.model.trim() || 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    engineNode: process.versions.node,
  };
}
