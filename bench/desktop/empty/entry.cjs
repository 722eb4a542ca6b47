// The least an Electron application can be: one window, one sentence; the same protection of the page as in Loopscope.
const { app, BrowserWindow } = require('electron');
require('../watch.cjs').watch('button');

if (process.env.LOOPSCOPE_DATA_DIR) app.setPath('userData', process.env.LOOPSCOPE_DATA_DIR);
if (!process.argv.includes('--no-sandbox')) app.enableSandbox();
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    show: false,
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false },
  });
  window.once('ready-to-show', () => window.show());
  window.loadFile(`${__dirname}/index.html`);
});
