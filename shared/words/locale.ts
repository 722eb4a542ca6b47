/** The language of the catalogue, and with it that of dates and numbers. */
export const LOCALE = 'en';
