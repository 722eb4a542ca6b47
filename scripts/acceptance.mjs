// `npm run acceptance`: what measures the machine it runs on, and what takes long. Before a release, on a machine that does nothing else.
// Ends with one line: N passed, N failed, N skipped.
import { TARGET_MAJORS } from '../test/setup/nodes.mjs';
import { prepare } from '../test/setup/prepare.mjs';
import { build, conclude, runProject, testEnvironment } from './test-steps.mjs';

/** See CONTRIBUTING.md. */
const BUDGET_MINUTES = 60;

const setUp = prepare(TARGET_MAJORS);
if (build()) runProject('acceptance', testEnvironment(setUp));
conclude('npm run acceptance', BUDGET_MINUTES);
