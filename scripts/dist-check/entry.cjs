// Entry of the variant that is walked: what Electron 9 lacks, then the application as it is shipped.
require('./shim.cjs');
require('../dist/shell/main.cjs');
