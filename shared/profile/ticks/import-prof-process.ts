/** Opens what `node --prof-process` prints of a V8 log: totals, two tables and the bottom-up profile. It has no stacks. */
import { checkTextLength } from '../../foreign/check-text-length.ts';
import type { Imported, Importer } from '../../foreign/importer.ts';
import { RECORD_AGAIN, refuse } from '../../foreign/refuse.ts';
import { say } from '../../words/said.ts';
import { readProfProcess } from './read-prof-process.ts';
import { ticksOfFile } from './ticks-of-file.ts';

const FIRST_WORDS = 'Statistical profiling result from ';
/** Node prints them in this order: a text that has not the last one was cut off. */
const SECTIONS = ['Shared libraries', 'JavaScript', 'C++', 'Summary', 'C++ entry points', 'Bottom up (heavy) profile'];

export const PROF_PROCESS: Importer = {
  // Warnings may be printed before it.
  sniff: ({ lines }) => lines.some((line) => line.startsWith(FIRST_WORDS)),
  read(text, name): Imported {
    checkTextLength(text, name);
    const read = readProfProcess(text);
    if (read === null) refuse('damaged', say('foreign.profProcessHead', { name }), RECORD_AGAIN);
    const missing = SECTIONS.find((section) => !text.includes(`[${section}]:`));
    if (missing !== undefined) refuse('damaged', say('foreign.profProcessCut', { name, section: missing }), RECORD_AGAIN);
    return ticksOfFile('prof-process', read, [say('foreign.noStacks')]);
  },
};
