// `npm run acceptance`: what measures the machine it runs on, and what takes long. Before a release, on a machine that does nothing else.
// Ends with one line: N passed, N failed, N skipped.
import { ENGINE_MAJORS, ownMajor, TARGET_MAJORS } from '../test/setup/nodes.mjs';
import { prepare } from '../test/setup/prepare.mjs';
import { build, conclude, runBrowserProject, runProjects, runProjectsUnder, testEnvironment } from './test-steps.mjs';

/** See CONTRIBUTING.md. */
const BUDGET_MINUTES = 60;

const setUp = prepare(TARGET_MAJORS);
if (build()) {
  const env = testEnvironment(setUp);
  for (const major of ENGINE_MAJORS.filter((one) => one !== ownMajor)) runProjectsUnder(major, ['unit', 'unit-alone', 'integration'], env);
  runProjects(['unit', 'integration'], env, { long: true });
  for (const project of ['component', 'e2e']) runBrowserProject(project, setUp, env, { long: true });
  runProjects(['untimed'], env);
  runProjects(['acceptance'], env);
}
conclude('npm run acceptance', BUDGET_MINUTES);
