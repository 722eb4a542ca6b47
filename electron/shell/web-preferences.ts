import type { WebPreferences } from 'electron';

/** What the window's page may: nothing but be a page. Said in full, also what is the default, so that a test can hold it. */
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
    // A run goes on while the window is behind others, and its charts must be right when it comes back.
    backgroundThrottling: true,
  };
}
