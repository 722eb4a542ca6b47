/** The one wrapper around every call from the page to main. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { channelOf, type ShellCallName, type ShellCalls, shellCallChecks } from '../../shared/protocol/shell.ts';
import { isOwnPage } from './own-page.ts';

export type CallHandlers = {
  readonly [N in ShellCallName]: (params: ShellCalls[N]['params']) => Promise<ShellCalls[N]['reply']> | ShellCalls[N]['reply'];
};

/** Who may call: the top frame of our window, showing our page. */
export interface Caller {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
  readonly sender: { readonly id: number };
}

export function mayCall({ senderFrame, sender }: Caller, windowId: number | null): boolean {
  return windowId !== null && sender.id === windowId && senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url);
}

/** Registers every call of the contract. A refused call throws, so that a misuse in the page shows up at once. */
export function setupCalls(ipc: IpcMain, handlers: CallHandlers, windowId: () => number | null): void {
  for (const name of Object.keys(shellCallChecks) as ShellCallName[]) {
    ipc.handle(channelOf(name), (event, params: unknown) => handle(name, event, params, handlers, windowId()));
  }
}

function handle(name: ShellCallName, event: IpcMainInvokeEvent, params: unknown, handlers: CallHandlers, windowId: number | null): unknown {
  if (!mayCall(event, windowId)) throw new Error(`${name}: not for this page`);
  if (!shellCallChecks[name](params)) throw new Error(`${name}: wrong parameters`);
  return (handlers[name] as (params: unknown) => unknown)(params);
}
