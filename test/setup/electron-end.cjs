// Preloaded into main by specs that drive it. Playwright does that through Node's inspector, and in the Electron of the specs (Node 12) the
// inspector's thread sometimes writes to a connection that has just been closed while the program is torn down: it crashes, about once in a
// thousand ends, also when the process exits without further ado, because that, too, runs destructors beside the thread. By then everything
// of ours has been done: the code goes to a file, and the process ends before anything can be torn down.
'use strict';

require('electron').app.on('quit', (_event, code) => {
  // biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
  require('fs').writeFileSync(process.env.LOOPSCOPE_TEST_END, String(code));
  process.kill(process.pid, 'SIGKILL');
});
