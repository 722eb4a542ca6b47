import type { WebPreferences } from 'electron';

/** The window's page gets no privileges. Defaults are written out too, so that a test can check them. */
export function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    // A run continues while the window is hidden, and its charts must be right when the window is shown again.
    backgroundThrottling: true,
  };
}
