// biome-ignore-all lint/style/useNodejsImportProtocol: Node 12 knows no such names.
// Loaded before the application in Electron 9. See README.md.
const electron = require('electron');
const { fork } = require('child_process');
const { EventEmitter } = require('events');
const path = require('path');

const { app, ipcMain, protocol } = electron;

// Root has no sandbox of the operating system, and asking for it ends the program. The page's own isolation stays on.
if (process.argv.includes('--no-sandbox')) app.enableSandbox = () => {};

// Response, as far as the application makes them.
if (typeof globalThis.Response === 'undefined') {
  globalThis.Response = class {
    constructor(body, { status = 200, headers = {} } = {}) {
      Object.assign(this, { body, status, headers });
    }
  };
}

if (!protocol.handle) {
  protocol.handle = (scheme, handler) => {
    protocol.registerBufferProtocol(scheme, ({ url, method }, callback) => {
      Promise.resolve(handler({ url, method }))
        .then(({ body, status, headers }) => {
          const type = headers['Content-Type'];
          callback({
            statusCode: status,
            headers,
            data: Buffer.from(body),
            ...(type ? { mimeType: type.split(';')[0], charset: 'utf-8' } : {}),
          });
        })
        .catch((error) => {
          console.error(error);
          callback({ error: -2 });
        });
    });
  };
}

if (!electron.shell.trashItem) {
  electron.shell.trashItem = async (file) => {
    if (!electron.shell.moveItemToTrash(file)) throw new Error(`not moved: ${file}`);
  };
}

const mainFrames = new Map();
app.on('web-contents-created', (_event, contents) => {
  if (!contents.setWindowOpenHandler) {
    contents.setWindowOpenHandler = (handler) => {
      contents.on('new-window', (event, url) => {
        if (handler({ url }).action === 'deny') event.preventDefault();
      });
    };
  }
  contents.on('did-start-navigation', (event, url, isSameDocument, isMainFrame, _process, routingId) => {
    if (event.isMainFrame === undefined) Object.assign(event, { url, isSameDocument, isMainFrame });
    if (isMainFrame) mainFrames.set(contents.id, routingId);
  });
  contents.on('crashed', (_e, killed) => contents.emit('render-process-gone', {}, { reason: killed ? 'killed' : 'crashed', exitCode: 1 }));
});

const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, listener) =>
  handle(channel, (event, ...args) => {
    if (!event.senderFrame) {
      const isMain = mainFrames.get(event.sender.id) === event.frameId;
      Object.defineProperty(event, 'senderFrame', {
        value: { url: isMain ? event.sender.getURL() : 'unknown:', parent: isMain ? null : {} },
      });
    }
    return listener(event, ...args);
  });

// Without a Node on the machine the engine would run in the Node of a current Electron; here a real one stands in for that.
if (!electron.utilityProcess) {
  electron.utilityProcess = {
    fork(file, args, { cwd, env }) {
      const child = fork(path.join(__dirname, 'utility-child.mjs'), [file, ...args], {
        cwd,
        env,
        execPath: process.env.LOOPSCOPE_TEST_NODE,
        silent: true,
      });
      const utility = new EventEmitter();
      child.on('message', (message) => utility.emit('message', message));
      child.on('exit', (code) => utility.emit('exit', code));
      return Object.assign(utility, {
        get pid() {
          return child.pid;
        },
        stdout: child.stdout,
        stderr: child.stderr,
        postMessage: (message) => child.connected && child.send(message),
        kill: () => child.kill('SIGKILL'),
      });
    },
  };
}

app.whenReady().then(() => electron.session.defaultSession.setPreloads([path.join(__dirname, 'preload-shim.js')]));
