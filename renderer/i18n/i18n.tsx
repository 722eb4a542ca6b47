/**
 * The door to use-intl for components; the catalogue is in `shared/words`. Components call `useText('area')`, which returns a function with
 * checked keys and arguments.
 */
import type { ReactNode } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import { LOCALE, type Messages, messages } from '../../shared/words/catalogue.ts';

export { text } from '../../shared/words/words.ts';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: typeof LOCALE;
  }
}

export function TextProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={LOCALE} messages={messages} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
      {children}
    </IntlProvider>
  );
}

/** For screen readers and hyphenation. */
export function setupLanguage(): void {
  document.documentElement.lang = LOCALE;
}

/** `const text = useText('home'); text('recent.title')`. `text.rich` takes tags. */
export const useText = useTranslations;
