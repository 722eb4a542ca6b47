import { text } from '../i18n/i18n.tsx';
import { offerByHand } from '../state/copy-by-hand.ts';
import { copyText } from './clipboard.ts';
import { showToast } from './Toast.tsx';

/** Copies a text and says so; where the system does not allow it, shows the text to be copied by hand. `said`: more than "Copied". */
export async function copyAndSay(value: string, said = text('common.action.copied')): Promise<void> {
  if (await copyText(value)) showToast(said);
  else offerByHand(value);
}
