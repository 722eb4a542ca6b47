import type { BrowserWindow } from 'electron';
import type { DocumentState } from '../../shared/protocol/shell.ts';
import { Commands } from './commands.ts';
import type { Log } from './log.ts';

/** State shared by the features of the window. */
export class Desktop {
  readonly commands = new Commands();
  readonly dataDir: string;
  readonly log: Log;
  window: BrowserWindow | null = null;
  /** What the page last reported about what it shows. */
  document: DocumentState = { path: null, edited: false, screen: 'other', live: false };

  constructor(dataDir: string, log: Log) {
    this.dataDir = dataDir;
    this.log = log;
  }

  showWindow(): void {
    if (this.window?.isMinimized()) this.window.restore();
    this.window?.show();
    this.window?.focus();
  }
}
