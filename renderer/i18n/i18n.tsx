/** The door to use-intl. Everybody else asks `useText('area')` and gets a function with checked keys and arguments. */
import type { ReactNode } from 'react';
import { createTranslator, IntlProvider, useTranslations } from 'use-intl';
import { en, type Messages } from './en.ts';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: 'en';
  }
}

export const LOCALE = 'en';

export function TextProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={LOCALE} messages={en} timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}>
      {children}
    </IntlProvider>
  );
}

/** `const text = useText('home'); text('recent.title')`. `text.rich` takes tags. */
export const useText = useTranslations;

/** For code outside components. */
export const text = createTranslator({ locale: LOCALE, messages: en, timeZone: 'UTC' });
