// Preloaded into main by specs that drive it. Playwright does that through Node's inspector, and in the Electron of the specs (Node 12) the
// inspector's thread sometimes writes to a connection that has just been closed while the program is torn down: it crashes, about once in a
// thousand ends. By then everything of ours has been done: the process ends at once, with its code.
'use strict';

require('electron').app.on('quit', (_event, code) => process.reallyExit(code));
