import type { App, WebContents } from 'electron';
import { isOwnPage } from './own-page.ts';

interface Going {
  readonly url: string;
  preventDefault(): void;
}

/** The window shows its own page and nothing else, whatever a session, a link or a script asks for. */
export function setupNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents) => guard(contents));
}

export function guard(contents: WebContents): void {
  // Old versions pass the URL as a second argument instead of in the event.
  const stayHere = (event: unknown, address?: unknown): void => {
    const going = event as Going;
    if (!isOwnPage(going.url ?? String(address))) going.preventDefault();
  };
  contents.on('will-navigate', stayHere);
  contents.on('will-redirect', stayHere);
  contents.on('will-frame-navigate', stayHere);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}
