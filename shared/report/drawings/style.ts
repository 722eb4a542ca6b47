/**
 * The style sheet of a report. The palette is that of the interface (renderer/styles/tokens.css); light on paper, dark where
 * the reader's system is dark. Contains nothing that loads.
 */
import { DENSITY_STEPS } from '../../charts/density.ts';
import { FIRST_HOT, HEAT_FROM } from '../../charts/heat.ts';

const LIGHT = `--bg:#fff;--sunken:#f5f6f8;--line:#e2e5ea;--strong:#c9ced6;--tie:#868e9a;--text:#1a1d23;--muted:#545c68;--faint:#656d79;--bad:#bd1f2d;--warn:#855100;--warn-bg:#fdf3de;--accent:#4448c5;
--p50:#2a938d;--p90:#0f716d;--p99:#094f4c;--max:#04302f;--band:rgba(53,162,156,.16);--p50-t:#2a7c77;
--throughput:#4b50cf;--offered:#1a1d23;--launched:#3c6aa8;--launched2:#7b5aa6;--dropped:#a6356b;--service:#0f716d;--lateness:#a8662c;--phase:#f5f6f8;--inflight:#6f7785;--error:#c32a36;--error2:#8a1c26;--error3:#d9606a;--error3-t:#c32a36;--unexpected:#b46a00;--unexpected-t:#8f5400;--cpu:#3c6aa8;--memory:#7b5aa6;--loop:#a8662c;--loop-t:#935519;--gc:#656d79;--wait:#6b8eb2;--wait-line:#587ca1;--wait-ground:#e4ecf4;--wait-t:#44688d;--grid:#e9ecf0;
--own:#bd4a1f;--own-t:#fff;--dep:#eab65a;--dep-t:#2b1d00;--core:#a9c1de;--core-t:#14202e;--native:#d8dbe0;--native-t:#24282f;
--better:#1a7437;--worse:#bd1f2d;--less:#2166ac;--more:#c9720a;--l1:#d1e5f2;--l2:#92c0e0;--l3:#5f9fd2;--l4:#2166ac;--m1:#fdebd2;--m2:#fbcf97;--m3:#f2ab57;--m4:#e08214;--noise:#d8dbe0;--d-t:#14202e;--d-ts:#fff;--d-tm:#14202e;--d-tn:#4d5560;
--va:#5b6472;--vb:#4b50cf;--vc:#0f716d;--vd:#a6356b;--ve:#855100;--vf:#2e7d32;
--density0:#3a9a94;--density1:#1f817b;--density2:#0f6763;--density3:#0a4a47;--density4:#032928;
--h0:#f1c4bb;--h1:#febaae;--h2:#ffb1a0;--h3:#ff9f84;--h4:#ff8c67;--h5:#ff794b;--h6:#ff662f;--h7:#d02a10;--h8:#a81708;--h9:#7a0c04;--h-t:#2b0f06;--h-th:#fff;`;

const DARK = `--bg:#17191d;--sunken:#111316;--line:#2b2f36;--strong:#40464f;--tie:#727a86;--text:#e6e8ec;--muted:#a8afba;--faint:#959da8;--bad:#ff8f8c;--warn:#e8b65a;--warn-bg:#2e2513;--accent:#a3a8ff;
--p50:#2f8b86;--p90:#46b0aa;--p99:#7fd4cd;--max:#c8f3ef;--band:rgba(98,196,189,.14);--p50-t:#52a39d;
--throughput:#9297f5;--offered:#e6e8ec;--launched:#7fa8dd;--launched2:#b497de;--dropped:#e07aa9;--service:#46b0aa;--lateness:#d79a63;--phase:#1e2126;--inflight:#959da8;--error:#f0726f;--error2:#ffb0ad;--error3:#c8504f;--error3-t:#f0726f;--unexpected:#dfa14a;--unexpected-t:#dfa14a;--cpu:#7fa8dd;--memory:#b497de;--loop:#d79a63;--loop-t:#d79a63;--gc:#959da8;--wait:#8fb0d4;--wait-line:#7e9fc2;--wait-ground:#202d3b;--wait-t:#8fb0d4;--grid:#25292f;
--own:#e0703f;--own-t:#1c0b03;--dep:#b88a34;--dep-t:#1a1102;--core:#4a6588;--core-t:#f1f5fa;--native:#3d434c;--native-t:#e6e8ec;
--better:#6fce8b;--worse:#ff8f8c;--less:#5b9bd8;--more:#e9963a;--l1:#24405d;--l2:#2d5782;--l3:#3a70a6;--l4:#6aa6de;--m1:#533e20;--m2:#7a4e20;--m3:#96601f;--m4:#e9963a;--noise:#3d434c;--d-t:#fff;--d-ts:#06121f;--d-tm:#06121f;--d-tn:#c3c8d0;
--va:#a8afba;--vb:#9297f5;--vc:#62c4bd;--vd:#e07aa9;--ve:#dfa14a;--vf:#7fc78a;
--density0:#2b7a75;--density1:#37988f;--density2:#5bbab3;--density3:#96dcd6;--density4:#d8f7f4;
--h0:#3b302e;--h1:#4a342e;--h2:#5a382d;--h3:#6e3b29;--h4:#813d25;--h5:#953e20;--h6:#a93d1a;--h7:#f0683c;--h8:#ff9468;--h9:#ffc7a6;--h-t:#fff;--h-th:#1c0b03;`;

const PAGE = `
*{box-sizing:border-box}
html{background:var(--bg);color:var(--text);font:13px/20px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:32px 24px 48px;max-width:1128px}
h1{font-size:20px;line-height:28px;margin:0;font-weight:600;overflow-wrap:anywhere}
h2{font-size:15px;line-height:24px;margin:40px 0 12px;padding-top:12px;border-top:1px solid var(--line);font-weight:600}
h3{font-size:13px;line-height:20px;margin:20px 0 4px;font-weight:600}
p{margin:4px 0}
a{color:var(--accent)}
code,pre,.code,.flame text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.kicker,.meta,.note,.help,footer{color:var(--muted)}
.kicker,.note,.help,footer{font-size:12px;line-height:18px}
.meta{overflow-wrap:anywhere}
.answer{font-size:22px;line-height:30px;margin:20px 0 0;max-width:46em;font-weight:600;text-wrap:pretty}
.answer.bad{color:var(--bad)}
.rest{font-size:15px;line-height:24px;margin:4px 0 0;max-width:60em;text-wrap:pretty}
.help{max-width:76em}
nav{margin-top:16px;font-size:12px}
nav a{margin-right:16px;white-space:nowrap}
.warnings{background:var(--warn-bg);border-left:3px solid var(--warn);padding:8px 12px;margin:20px 0 0;max-width:76em}
.warnings h2{all:unset;display:block;font-weight:600}
.warnings ul{margin:4px 0 0;padding-left:18px}
.conclusion{border-left:3px solid var(--accent);padding:0 12px;margin:20px 0 0;max-width:76em}
.conclusion h2{all:unset;display:block;font-weight:600}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.variants{list-style:none;margin:12px 0 0;padding:0}
.variants b{display:inline-block;min-width:16px}
figure{margin:0;min-width:0}
figcaption{line-height:20px}
svg.inline{display:inline-block;width:12px;vertical-align:-1px}
svg:not(.inline){display:block;width:100%;height:auto;overflow:visible}
.charts{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:20px 32px}
.three{grid-template-columns:repeat(3,minmax(0,1fr))}
.wide{margin-top:20px}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 40px;align-items:start}
.trio{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:0 40px;align-items:start}
.scroll{overflow-x:auto}
.scroll svg{min-width:860px}
.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.table{margin-top:16px}.table[tabindex]{overflow-x:auto}.table:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%}
table.narrow{width:auto;min-width:min(100%,420px)}
caption{text-align:left;font-weight:600;padding:0 0 4px}
th,td{text-align:left;font-weight:400;padding:0 0 0 12px;line-height:20px;vertical-align:top;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{padding-left:0}
thead th{color:var(--muted);font-size:12px;border-bottom-color:var(--strong);vertical-align:bottom}
.n{text-align:right;white-space:nowrap}
.figures td,.figures tbody th{white-space:nowrap}.figures td.wraps{white-space:normal}
.figures .code{font-size:12px;white-space:normal;overflow-wrap:anywhere;min-width:120px}
.facts th{color:var(--muted);white-space:nowrap;padding-right:16px}.facts td{width:99%}
.facts th.muted{white-space:normal;width:99%}.facts th.muted+td{width:auto}
.facts td{overflow-wrap:anywhere}.facts td.n{white-space:normal}
td.bad,th.bad{color:var(--bad);font-weight:600}
.weak,.muted{color:var(--faint)}
td.strong,td.better,td.worse{font-weight:600}
.better{color:var(--better)}.worse{color:var(--worse)}
td.less::before,td.more::before{content:"";display:inline-block;width:8px;height:8px;margin-right:6px;background:var(--less)}
td.more::before{background:var(--more)}
pre{background:var(--sunken);padding:8px 12px;margin:4px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}
details{margin-top:12px}
summary{cursor:pointer;color:var(--accent);font-size:12px}
summary:focus-visible{outline:2px solid var(--accent)}
footer{margin-top:40px;padding-top:12px;border-top:1px solid var(--line)}
.legend{font-size:12px;margin-left:8px}
.chip{display:inline-block;padding:0 6px;line-height:16px;font-size:11px;margin-right:2px}
`;

const SVG = `
svg text{font-size:11.5px;fill:var(--text)}
svg .axis{fill:var(--faint)}
.end{text-anchor:end}.middle{text-anchor:middle}
svg .name{font-weight:600}
.grid{stroke:var(--grid);fill:none}
.line,.median,.tie{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.bars,.band{stroke:none}
.band{fill:var(--band)}
.phase{fill:var(--phase)}.phase-edge{stroke:var(--line);stroke-width:1}
.gap{fill:var(--error);fill-opacity:.25;stroke:var(--error)}
.faint,.median{stroke-width:1}
.tie{stroke:var(--tie);stroke-width:1}
.dash-1{stroke-dasharray:6 3}.dash-2{stroke-dasharray:1 4}.dash-3{stroke-dasharray:8 3 2 3}
.flame text{font-size:11px}
.hatch{stroke:var(--strong);stroke-width:1.5}
.line-ground{fill:var(--wait-ground)}.in-line{stroke:var(--wait-line);stroke-width:1.8}
.outside{fill:var(--bg);fill-opacity:.65}.edge{stroke:var(--accent)}
`;

/** Class of a line, of bars and of the name beside them, for each colour. `text`: a darker one where the line's is too light to read. */
const COLORS: readonly (readonly [name: string, color: string, text?: string])[] = [
  ['p50', 'p50', 'p50-t'],
  ['p90', 'p90'],
  ['p99', 'p99'],
  ['max', 'max'],
  ['throughput', 'throughput'],
  ['offered', 'offered'],
  ['launched', 'launched'],
  ['launched-next', 'launched2'],
  ['dropped', 'dropped'],
  ['service', 'service'],
  ['lateness', 'lateness', 'loop-t'],
  ['inflight', 'inflight'],
  ['error', 'error'],
  ['error-2', 'error2'],
  ['error-3', 'error3', 'error3-t'],
  ['unexpected', 'unexpected', 'unexpected-t'],
  ['cpu', 'cpu'],
  ['memory', 'memory'],
  ['loop', 'loop', 'loop-t'],
  ['gc', 'gc'],
  ['wait', 'wait', 'wait-t'],
  ['wait-line', 'wait-line', 'wait-t'],
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => [`v${letter}`, `v${letter}`] as const),
  ...Array.from({ length: DENSITY_STEPS }, (_, step) => [`density-${step}`, `density${step}`] as const),
];

/** Fill and letters of a frame. */
const FRAMES: readonly (readonly [name: string, fill: string, text: string])[] = [
  ['k-own', 'own', 'own-t'],
  ['k-dependency', 'dep', 'dep-t'],
  ['k-core', 'core', 'core-t'],
  ['k-native', 'native', 'native-t'],
  ['k-joined', 'sunken', 'text'],
  ['d-noise', 'noise', 'd-tn'],
  ...[1, 2, 3].flatMap((step) => [[`d-less-${step}`, `l${step}`, 'd-t'] as const, [`d-more-${step}`, `m${step}`, 'd-t'] as const]),
  ['d-less-4', 'l4', 'd-ts'],
  ['d-more-4', 'm4', 'd-tm'],
  // As hot as it was on top of the stack (shared/charts/heat.ts).
  ...HEAT_FROM.map((_, step) => [`heat-${step}`, `h${step}`, step < FIRST_HOT ? 'h-t' : 'h-th'] as const),
];

/** Of a drawing in its own file, without a page around it, with its own background. */
export const DRAWING_STYLE = `:root{color-scheme:light;${LIGHT}}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;${DARK}}}
svg{background:var(--bg);font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
text{fill:var(--text)}.heading{font-size:15px;font-weight:600}.help{fill:var(--muted);font-size:12px}
.flame text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
${frameRules('.flame')}`;

/** Of what only a picture of the screen can have: frames that are found by a search, and requests above a flame chart. */
const SCREEN_FRAMES: readonly (readonly [name: string, fill: string, text: string])[] = [['k-match', 'match', 'match-t']];
const SCREEN_LIGHT = '--match:#a735c9;--match-t:#fff;--on-fill:#fff;--accent-fill:#4b50cf;--error-fill:#c32a36;--on-wait:#0b1622;';
const SCREEN_DARK = '--match:#d98bf0;--match-t:#22062b;--on-fill:#fff;--accent-fill:#575cd8;--error-fill:#c83c45;--on-wait:#0b1622;';

export type PictureTheme = 'light' | 'dark';

/** The colour of a name in a theme: programs that read SVG besides browsers know no CSS variables. Empty: there is none. */
export function pictureColors(theme: PictureTheme): (name: string) => string {
  const palette = theme === 'light' ? LIGHT + SCREEN_LIGHT : DARK + SCREEN_DARK;
  const colors = new Map([...palette.matchAll(/(?<![\w-])--([\w-]+):([^;]+);/g)].map(([, name, color]) => [name!, color!]));
  return (name) => colors.get(name) ?? '';
}

/** Of a picture in one theme. */
export function pictureStyle(theme: PictureTheme): string {
  const rules = `svg{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
.ground{fill:var(--bg)}${SVG}${colorRules()}
${rulesOf(SCREEN_FRAMES, 'svg')}
.faded{opacity:.55}
svg .heading{font-size:16px;font-weight:600}svg .about{font-size:12px;fill:var(--muted)}svg .panel{font-size:12px;font-weight:600}svg .call{font-size:11px;fill:inherit}
.flame text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}`;
  const colorOf = pictureColors(theme);
  return rules.replace(/var\(--([\w-]+)\)/g, (_, name: string) => colorOf(name));
}

function colorRules(): string {
  const lines = COLORS.map(
    ([name, color, text]) =>
      `.c-${name}{stroke:var(--${color})}.bars.c-${name},.mark.c-${name}{fill:var(--${color})}svg .t-${name},.t-${name}{fill:var(--${text ?? color});color:var(--${text ?? color})}`,
  );
  const chips = FRAMES.map(([name, fill, text]) => `.chip.${name}{background:var(--${fill});color:var(--${text})}`);
  return [...lines, '.bars{stroke:none}', '.mark.hollow{fill:var(--bg)}.mark{stroke-width:1.5}', frameRules('svg'), ...chips].join('\n');
}

function frameRules(drawing: string): string {
  return rulesOf(FRAMES, drawing);
}

function rulesOf(frames: typeof FRAMES, drawing: string): string {
  return frames.map(([name, fill, text]) => `.${name}{fill:var(--${fill})}${drawing} .${name} text{fill:var(--${text})}`).join('\n');
}

const NARROW = `
@media screen and (max-width:720px){body{padding:16px 12px 32px}.charts,.three,.pair,.trio{grid-template-columns:minmax(0,1fr)}.answer{font-size:18px;line-height:26px}svg text{font-size:14px}.flame text{font-size:11px}.figures .code{min-width:160px}}
`;

/** On paper: light, no shadows of the screen, nothing cut in two that can be kept whole. */
const PAPER = `
@page{size:A4;margin:14mm 12mm}
@media print{body{max-width:none;padding:0}html{font-size:11px;line-height:16px}h2{break-after:avoid;margin-top:24px}figure,.warnings,.conclusion,tr{break-inside:avoid}thead{display:table-header-group}nav,details{display:none}.scroll,.table{overflow:visible}.scroll svg{min-width:0}th,td{line-height:15px;padding-left:7px}.figures{font-size:9.5px}thead th{font-size:9px}.figures td{white-space:normal}.figures td.n{white-space:nowrap}.kicker,.note,.help,footer,.legend,.chip,pre,.figures .code{font-size:9.5px;line-height:13px}.answer{font-size:18px;line-height:24px}.rest{font-size:13px;line-height:18px}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}.figures .code{min-width:0}}
`;

export const STYLE = `:root{color-scheme:light;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${DARK}}}
${PAGE}${SVG}${colorRules()}${NARROW}${PAPER}`;
