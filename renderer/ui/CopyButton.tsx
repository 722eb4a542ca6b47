import { useText } from '../i18n/i18n.tsx';
import { Button, type ButtonProps } from './Button.tsx';
import { copyText } from './clipboard.ts';
import { showToast } from './Toast.tsx';

/** Copies a text to the clipboard and says so, or that the system did not allow it. */
export function CopyButton({ value, children, ...rest }: ButtonProps & { value: string }) {
  const text = useText('common.action');
  const copy = async () => {
    const copied = await copyText(value);
    showToast(text(copied ? 'copied' : 'notCopied'));
  };
  return (
    <Button {...rest} onClick={() => void copy()}>
      {children ?? text('copy')}
    </Button>
  );
}
