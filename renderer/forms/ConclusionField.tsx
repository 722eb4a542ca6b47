import { useText } from '../i18n/i18n.tsx';
import { NotesField, type NotesFieldProps } from './NotesField.tsx';

/** The notes on a comparison, which are what is concluded from it. */
export function ConclusionField(props: Omit<NotesFieldProps, 'label' | 'placeholder'>) {
  const text = useText('compare.conclusion');
  return <NotesField {...props} label={text('label')} placeholder={text('placeholder')} />;
}
