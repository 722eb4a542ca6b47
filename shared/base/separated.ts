/** Fields of tables for spreadsheets. Text of other people's programs must not become a formula there. */

/** What a spreadsheet would take for a formula, also in its full-width form. Figures may start with a sign: they are no formula. */
const FORMULA = /^[=@\t\r＝＠]|^[+\-＋－](?!\d[\d.,]*( ?%)?$)/;

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Of CSV (RFC 4180). A spreadsheet shows it as what it is and never runs it. */
export function csvField(text: string): string {
  const field = harmless(text);
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Of tab-separated values, which know no quotes: what would end a field or a row becomes a space. */
export function tsvField(text: string): string {
  return harmless(text.replace(/[\t\r\n]+/g, ' '));
}
