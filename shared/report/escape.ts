/** Texts of other people's programs, made harmless. A report is read by people who trust it: no name may become markup or hide. */
import { showHidden, showHiddenInLines } from '../base/show-hidden.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text and for quoted attributes alike. */
export function escapeHtml(text: string): string {
  return showHidden(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** For one line of GitHub-flavoured Markdown, inside a table or not. */
export function escapeMarkdown(text: string): string {
  return showHidden(text)
    .replace(/[\\`*_[\]|#~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

/** Several lines as they are. */
export function blockMarkdown(text: string): string {
  const shown = showHiddenInLines(text);
  const longest = (shown.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${shown}\n${fence}`;
}

/** Between backticks nothing is markup but backticks and, in tables, the pipe. */
export function codeMarkdown(text: string): string {
  const shown = showHidden(text);
  const longest = (shown.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${shown}\`` : `${fence} ${shown} ${fence}`;
}
