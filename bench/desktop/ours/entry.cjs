// Loopscope as built, watched. An Electron that lacks what it needs gets the shim of the tests. Builtins without `node:`, which the
// Node 12 in it does not know.
require('../watch.cjs').watch('main article button');
if (!require('electron').utilityProcess) require('../../../test/e2e/electron-shim/shim.cjs');
require('../../../dist/shell/main.cjs');
