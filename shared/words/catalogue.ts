/** The language of every text, and of dates and numbers with it. Another language is a folder like this one, and its name here. */
export { desktop, LOCALE, type Messages, messages } from './en/language.ts';
