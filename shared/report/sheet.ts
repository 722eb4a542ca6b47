/** What the pages that are handed in have in common: one sheet of A4, with room for a conclusion. */
import { text } from '../words/words.ts';
import { cutText } from './document.ts';
import { type Html, html } from './html.ts';
import { markdownHtml } from './markdown-html.ts';

const MOST_CONCLUSION = 4_000;
/** To write on, where nothing was concluded yet. */
const RULED_LINES = 4;

/** `language`: in which it is written, as BCP 47 has it; null: nobody has said so, which an empty attribute says. */
export function conclusionOf(notes: string, language: string | null = null): Html {
  const { text: shown } = cutText(notes.trim(), MOST_CONCLUSION);
  const body =
    shown === ''
      ? html`<div class="ruled" role="img" aria-label="${text('study.page.toWrite')}">${Array.from({ length: RULED_LINES }, () => html`<i></i>`)}</div>`
      : html`<div lang="${language ?? ''}">${markdownHtml(shown)}</div>`;
  return html`<section class="concluded" aria-labelledby="conclusion"><h2 id="conclusion">${text('compare.conclusion.title')}</h2>
${body}</section>
`;
}

/** A sheet of A4, on the screen as on paper. */
export const SHEET = `
body{max-width:752px;padding:24px}
h1{font-size:19px;line-height:24px}
h2{margin:14px 0 4px;padding-top:6px;font-size:13px;line-height:18px}
.question{font-weight:600;font-size:14px;max-width:60em}
.guess{margin:6px 0 0}.guess div{display:flex}.guess dt{flex:none;width:120px;color:var(--muted)}.guess dd{margin:0}
.answer{font-size:15px;line-height:20px;margin:6px 0 0}.rest{font-size:12px;line-height:17px}
.who{margin:0}.one{display:inline-block;margin-right:16px}
.how{font-size:12px;line-height:17px}
.what{margin-top:8px;color:var(--muted);font-size:12px}
.legend{margin-left:0;display:block;line-height:16px}
.charts{gap:8px 24px;margin-top:8px}.wide{margin-top:8px}.table{margin-top:6px}
.figures{font-size:11.5px}.figures th,.figures td{line-height:17px}.figures thead th{white-space:normal}
caption{display:none}.scroll svg{min-width:0}
.ruled i{display:block;height:22px;border-bottom:1px solid var(--strong)}
footer{margin-top:10px;padding-top:4px}footer p{margin:0}
@page{size:A4;margin:10mm}
@media print{body{padding:0}h1{font-size:15px;line-height:20px}h2{margin:7px 0 2px;padding-top:3px;font-size:11px;line-height:15px}.kicker,.meta{line-height:13px}.question{font-size:12px;line-height:16px}.guess{margin:3px 0 0}.guess dt{width:100px}.answer{font-size:12px;line-height:16px;margin-top:3px}.rest,.what{font-size:9.5px;line-height:13px}.who{line-height:15px}.figures{font-size:9.5px}.figures th,.figures td{line-height:13px}.ruled i{height:6.5mm}.how{font-size:9px;line-height:12px}.what{margin-top:3px}.charts{gap:2px 24px;margin-top:3px;grid-template-columns:repeat(2,minmax(0,1fr))}.three{grid-template-columns:repeat(3,minmax(0,1fr))}.wide{margin-top:3px}.table{margin-top:3px}figcaption,.legend{line-height:13px}.concluded,.wide{break-inside:avoid}.note{margin:2px 0}footer{margin-top:6px;padding-top:3px}}
`;
