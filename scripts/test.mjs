// `npm test`: everything CI runs, in one go. Ends with one line: N passed, N failed, N skipped.
//
//     lint -> typecheck -> build -> unit -> integration -> component -> e2e
//     set-up, which mostly waits ->|
import { OLDEST_TARGET, WITH_PERMISSIONS } from '../test/setup/nodes.mjs';
import { prepareMeanwhile } from '../test/setup/prepare.mjs';
import { build, conclude, runBrowserProject, runNode, runProjects, step, testEnvironment } from './test-steps.mjs';

/** See CONTRIBUTING.md. */
const BUDGET_MINUTES = 14;

const settingUp = prepareMeanwhile([OLDEST_TARGET, WITH_PERMISSIONS]);
step('lint', () => runNode('node_modules/@biomejs/biome/bin/biome', ['check', '.']), '`npm run format` mends most of it.');
step('typecheck', () => runNode('scripts/typecheck.mjs', []));
const isBuilt = build();
const setUp = await settingUp;
if (isBuilt) {
  const env = testEnvironment(setUp);
  runProjects(['unit', 'unit-alone'], env);
  runProjects(['integration'], env);
  for (const project of ['component', 'e2e']) runBrowserProject(project, setUp, env);
}
conclude('npm test', BUDGET_MINUTES);
