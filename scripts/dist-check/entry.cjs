// Entry point of the tested variant: the shim for Electron 9, then the application as shipped.
require('./shim.cjs');
require('../dist/shell/main.cjs');
