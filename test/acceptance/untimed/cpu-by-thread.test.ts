/** What the threads of a process used, beside what they say themselves, under every version of Node that a target may run under. */
import { testThreadWork } from '../../helpers/thread-work.ts';
import { TARGET_MAJORS } from '../../setup/nodes.mjs';

testThreadWork(TARGET_MAJORS, 3_000);
