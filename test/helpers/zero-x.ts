/** 0x reads a log as Loopscope has it do so: with the names of all functions in C++. */
import { dirname } from 'node:path';
import v8LogToTicks from '0x/lib/v8-log-to-ticks.js';
import { loading, writeAllSymbols } from '../../electron/engine/ticks/all-symbols.ts';

export async function ticksOfLog(log: string): Promise<Awaited<ReturnType<typeof v8LogToTicks>>> {
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = loading(writeAllSymbols(dirname(log)));
  try {
    return await v8LogToTicks(log, { pathToNodeBinary: process.execPath, collectDelay: -1 });
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
}
