/** Languages by their codes, as the `lang` of a page has them (BCP 47). */

/** "pt-br" as "pt-BR"; null: it is no code of a language. */
export function readLanguage(code: string): string | null {
  // Intl takes any word of five to eight letters as well; languages have two or three.
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(code)) return null;
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}
