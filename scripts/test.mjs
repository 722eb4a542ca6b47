// `npm test`: everything CI runs, in one go. Ends with one line: N passed, N failed, N skipped.
//
//     set-up -> lint -> typecheck -> build -> unit -> integration -> component -> e2e
import { OLDEST_TARGET, WITH_PERMISSIONS } from '../test/setup/nodes.mjs';
import { prepare } from '../test/setup/prepare.mjs';
import { build, conclude, runBrowserProject, runNode, runProject, step, testEnvironment } from './test-steps.mjs';

/** See CONTRIBUTING.md. */
const BUDGET_MINUTES = 15;

const setUp = prepare([OLDEST_TARGET, WITH_PERMISSIONS]);
step('lint', () => runNode('node_modules/@biomejs/biome/bin/biome', ['check', '.']), '`npm run format` mends most of it.');
step('typecheck', () => runNode('scripts/typecheck.mjs', []));
if (build()) {
  const env = testEnvironment(setUp);
  runProject('unit', env);
  runProject('unit-alone', env);
  runProject('integration', env);
  for (const project of ['component', 'e2e']) runBrowserProject(project, setUp, env);
}
conclude('npm test', BUDGET_MINUTES);
