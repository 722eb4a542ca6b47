/** Numbers and times as the interface writes them, formatted as in reports and on a terminal. */
export * from '../../shared/format/dates.ts';
export * from '../../shared/format/figures.ts';
