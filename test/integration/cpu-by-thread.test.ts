/** What the threads of a process used, beside what they say themselves. Other versions of Node: acceptance. */
import { testThreadWork } from '../helpers/thread-work.ts';
import { ownMajor } from '../setup/nodes.mjs';

testThreadWork([ownMajor], 400);
