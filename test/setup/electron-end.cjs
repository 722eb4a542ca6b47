// Preloaded into main by specs that drive it. Playwright does that through Node's inspector, and in the Electron of the specs (Node 12) the
// inspector's thread sometimes writes to a connection that has just been closed while the program is torn down, and crashes: about once in a
// hundred ends on a busy machine. By then everything of ours has been done: the code goes to a file, and the process ends before anything is
// torn down. Another program has to kill it: process.exit and process.kill of the process itself first have Node wait for the inspector to
// disconnect, which is when it crashes.
'use strict';

require('electron').app.on('quit', (_event, code) => {
  // biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
  require('fs').writeFileSync(process.env.LOOPSCOPE_TEST_END, String(code));
  // biome-ignore lint/style/useNodejsImportProtocol: Node 12 does not know it
  require('child_process').spawnSync('kill', ['-KILL', String(process.pid)]);
});
