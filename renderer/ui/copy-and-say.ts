import { text } from '../i18n/i18n.tsx';
import { copyText } from './clipboard.ts';
import { showToast } from './Toast.tsx';

/** Copies a text and says so, or that the system did not allow it. `said`: more than "Copied". */
export async function copyAndSay(value: string, said = text('common.action.copied')): Promise<void> {
  showToast((await copyText(value)) ? said : text('common.action.notCopied'));
}
