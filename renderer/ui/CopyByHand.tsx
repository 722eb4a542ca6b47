import { useText } from '../i18n/i18n.tsx';
import { offerByHand, useCopyByHand } from '../state/copy-by-hand.ts';
import { Dialog } from './Dialog.tsx';
import { TextArea } from './Input.tsx';

/** Where the clipboard was refused: the text, selected. Mounted once. */
export function CopyByHand() {
  const text = useText('common.action');
  const value = useCopyByHand();
  return (
    <Dialog open={value !== null} onOpenChange={() => offerByHand(null)} title={text('byHand')} description={text('notCopied')} wide>
      {value !== null && (
        <TextArea
          mono
          readOnly
          rows={Math.min(16, Math.max(3, value.split('\n').length))}
          aria-label={text('byHandText')}
          value={value}
          onChange={() => {}}
          // The dialog gives it the focus; a click into it selects all of it again, too.
          data-autofocus=""
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Dialog>
  );
}
