/** Texts of copying and saving what is on a screen: tables and pictures. */
export const take = {
  menu: 'Copy or save: {title}',
  copy: {
    tsv: 'Copy for a spreadsheet',
    csv: 'Copy as CSV',
    markdown: 'Copy as Markdown',
    png: 'Copy as PNG',
    svg: 'Copy as SVG',
  },
  save: {
    tsv: 'Save as TSV',
    csv: 'Save as CSV',
    markdown: 'Save as Markdown',
    png: 'Save as PNG',
    svg: 'Save as SVG',
  },
  copied: {
    tsv: 'Copied for a spreadsheet: {rows, plural, one {one row} other {# rows}}',
    csv: 'Copied as CSV: {rows, plural, one {one row} other {# rows}}',
    markdown: 'Copied as Markdown: {rows, plural, one {one row} other {# rows}}',
    png: 'Copied as PNG, {width, number} × {height, number} pixels',
    svg: 'Copied as SVG',
  },
  /** In the dark theme. */
  light: 'Pictures in light colours, for paper',
  notDrawn: 'The picture could not be drawn: {reason}. Save it as SVG instead.',
  shown: 'Shown: {from} s to {to} s',
  window: 'Chosen window: {from} s to {to} s',
  /** Of a session: a file of a window of it. */
  part: '{name}, {from} s to {to} s',
  zoomed: 'Zoomed into {name}',
  searched: 'Searched for “{query}”',
  found: 'Found',
  hatched: 'Hatched: several calls, too narrow to draw',
  folded: 'Folded into their callers: {kinds}',
  saved: 'Saved as {name}',
  savedRows: 'Saved as {name}: {rows, plural, one {one row} other {# rows}}',
  savedInstead: 'The clipboard could not be written to. Saved as {name} instead.',
} as const;
