/** The desktop window: a table of contents. Each feature is a file in shell/. */
import { join } from 'node:path';
import { app, dialog, session } from 'electron';
import { defaultDataDir } from './engine/sessions/data-dir.ts';
import type { Manifest } from './shell/app-files.ts';
import { readManifest, registerAppScheme, setupAppProtocol } from './shell/app-protocol.ts';
import { setupBridge } from './shell/bridge.ts';
import { Desktop } from './shell/desktop.ts';
import { setupEngine } from './shell/engine.ts';
import type { EngineHost } from './shell/engine-host.ts';
import { setupFaults } from './shell/faults.ts';
import { setupFiles } from './shell/given-files.ts';
import type { Leaving } from './shell/leaving.ts';
import { Log } from './shell/log.ts';
import { tellFault } from './shell/messages.ts';
import { setupNavigation } from './shell/navigation.ts';
import { setupPermissions } from './shell/permissions.ts';
import { setupProgress } from './shell/progress.ts';
import { setupEnginePage } from './shell/setup-engine-page.ts';
import { setupLeaving } from './shell/setup-leaving.ts';
import { postponeMenu, setupMenu } from './shell/setup-menu.ts';
import { setupWindow } from './shell/window.ts';
import { words } from './shell/words.ts';

app.setName('Loopscope');
app.setAppUserModelId('org.loopscope.Loopscope');
// The single-instance lock is in this folder, so the folder must be set first.
app.setPath('userData', join(defaultDataDir(), 'window'));

if (app.requestSingleInstanceLock()) start();
else app.quit();

interface Started {
  readonly desktop: Desktop;
  readonly engine: EngineHost;
  readonly leaving: Leaving;
  readonly manifest: Manifest;
}

/** What only works before the application is ready, and what can be done while Chromium starts. */
function start(): void {
  const dataDir = app.getPath('userData');
  const desktop = new Desktop(dataDir, new Log(join(dataDir, 'logs', 'loopscope.log')));
  setupFaults(app, desktop.log, tellFault);
  // First, because it takes as long to start as the window does.
  const engine = setupEngine(desktop);
  app.enableSandbox();
  registerAppScheme();
  setupNavigation(app);
  postponeMenu();
  const leaving = setupLeaving(desktop, engine);
  setupFiles(app, desktop, leaving);
  const started: Started = { desktop, engine, leaving, manifest: readManifest() };
  app
    .whenReady()
    .then(() => open(started))
    .catch((error: Error) => {
      const text = error.stack ?? error.message;
      desktop.log.write(`main: cannot start: ${text}`);
      dialog.showErrorBox(words.fault.cannotStart, text);
      app.exit(1);
    });
}

/** First what protects the page, then the page, and everything else while it is loading. */
function open({ desktop, engine, leaving, manifest }: Started): void {
  setupPermissions(session.defaultSession);
  const servedPort = setupAppProtocol(manifest, () => engine.port());
  setupWindow(desktop, leaving);
  const menu = setupMenu(desktop, () => engine.nodeVersion());
  setupBridge(desktop, engine, menu);
  engine.watch({
    onRuns: setupProgress(desktop),
    onRecent: (paths) => menu.setRecent(paths),
    onUp: setupEnginePage(desktop, servedPort),
  });
}
