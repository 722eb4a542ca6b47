/** The editor that frames are opened in: the user's choice. */
import { create } from 'zustand';
import { type Editor, editorLink, type SourcePlace, USUAL_EDITOR } from '../../shared/model/setup/editors.ts';
import { desktop } from '../desktop.ts';
import { readSettings, storeSettings } from './settings.ts';

export const useEditor = create<Editor>(() => USUAL_EDITOR);

/** Applied at once, stored by the engine. */
export function chooseEditor(editor: Editor): void {
  useEditor.setState(editor, true);
  void storeSettings({ editor });
}

/** Called once, before the first render. */
export function setupEditor(): void {
  readSettings(({ editor }) => editor !== undefined && useEditor.setState(editor, true));
}

/** False: the window has no program for it. A browser asks by itself, and does not tell. */
export async function openInEditor(place: SourcePlace): Promise<boolean> {
  const editor = useEditor.getState();
  if (desktop !== null) return desktop.openInEditor({ editor, ...place });
  const address = editorLink(editor, place);
  if (address === null) return false;
  const link = document.createElement('a');
  link.href = address;
  link.click();
  return true;
}
