import { type ReactNode, useMemo } from 'react';
import { formatAgo } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import type { KeptDraft } from '../state/forms/kept-draft.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import css from './DraftTitle.module.css';

interface DraftTitleProps<Form> {
  readonly draft: KeptDraft<Form>;
  readonly title: ReactNode;
  /** A form in a few words, as it is typed; constant. */
  readonly nameOf: (form: Form) => string;
}

/** The title of a form; beside it the way to an empty one, and to what was typed before. */
export function DraftTitle<Form>({ draft, title, nameOf }: DraftTitleProps<Form>) {
  const text = useText('setup.draft');
  const aside = draft.useAside();
  const isEmpty = draft.useIsEmpty();
  const names = useMemo(() => aside.map(({ form }) => nameOf(form)), [aside, nameOf]);
  return (
    <div className={css.head}>
      <h1>{title}</h1>
      <div className={css.actions}>
        {aside.length > 0 && (
          <Menu
            trigger={<Button variant="quiet">{text('aside', { count: aside.length })}</Button>}
            items={aside.map(({ id, at }, index) => ({
              label: text('bringBack', { name: names[index] || text('unnamed'), when: formatAgo(new Date(at).toISOString(), Date.now()) }),
              onSelect: () => draft.bringBack(id),
            }))}
          />
        )}
        {!isEmpty && (
          <Button variant="quiet" title={text('afreshHint')} onClick={draft.beginAfresh}>
            {text('afresh')}
          </Button>
        )}
      </div>
    </div>
  );
}
