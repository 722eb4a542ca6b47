import { useText } from '../i18n/i18n.tsx';
import { Button, type ButtonProps } from './Button.tsx';
import { copyAndSay } from './copy-and-say.ts';

/** Copies a text to the clipboard and says so, or that the system did not allow it. */
export function CopyButton({ value, children, ...rest }: ButtonProps & { value: string }) {
  const text = useText('common.action');
  return (
    <Button {...rest} onClick={() => void copyAndSay(value)}>
      {children ?? text('copy')}
    </Button>
  );
}
