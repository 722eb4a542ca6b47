import { useText } from '../i18n/i18n.tsx';
import { Button, type ButtonProps } from './Button.tsx';
import { showToast } from './Toast.tsx';

/** Puts a text on the clipboard and says so. */
export function CopyButton({ value, children, ...rest }: ButtonProps & { value: string }) {
  const text = useText('common.action');
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    showToast(text('copied'));
  };
  return (
    <Button {...rest} onClick={() => void copy()}>
      {children ?? text('copy')}
    </Button>
  );
}
