/** The desktop window: a table of contents. Each feature is a file in shell/. */
import { join } from 'node:path';
import { app, dialog, session } from 'electron';
import { defaultDataDir } from './engine/sessions/data-dir.ts';
import { registerAppScheme, setupAppProtocol } from './shell/app-protocol.ts';
import { setupBridge } from './shell/bridge.ts';
import { Desktop } from './shell/desktop.ts';
import { setupEngine } from './shell/engine.ts';
import { setupFiles } from './shell/given-files.ts';
import { Log } from './shell/log.ts';
import { setupNavigation } from './shell/navigation.ts';
import { setupPermissions } from './shell/permissions.ts';
import { setupProgress } from './shell/progress.ts';
import { setupLeaving } from './shell/setup-leaving.ts';
import { setupMenu } from './shell/setup-menu.ts';
import { setupWindow } from './shell/window.ts';

app.setName('Loopscope');
app.setAppUserModelId('org.loopscope.Loopscope');
// The lock against a second instance lies in this folder, so it has to be known first.
app.setPath('userData', join(defaultDataDir(), 'window'));

if (app.requestSingleInstanceLock()) start();
else app.quit();

function start(): void {
  const dataDir = app.getPath('userData');
  const desktop = new Desktop(dataDir, new Log(join(dataDir, 'logs', 'loopscope.log')));
  // These three work only before the application is ready.
  app.enableSandbox();
  registerAppScheme();
  setupFiles(app, desktop);
  setupNavigation(app);
  app
    .whenReady()
    .then(() => open(desktop))
    .catch((error: Error) => {
      dialog.showErrorBox('Loopscope cannot start', error.stack ?? error.message);
      app.exit(1);
    });
}

async function open(desktop: Desktop): Promise<void> {
  const menu = setupMenu(desktop, () => engine.nodeVersion());
  const engine = await setupEngine(desktop, {
    onRuns: setupProgress(desktop),
    onRecent: (paths) => menu.setRecent(paths),
    onRestarted: (address) => desktop.commands.give({ type: 'engine-restarted', address }),
  });
  setupPermissions(session.defaultSession);
  setupAppProtocol(() => engine.port);
  setupBridge(desktop, engine, menu);
  const leaving = setupLeaving(desktop, engine);
  setupWindow(desktop, leaving);
}
