/**
 * Forty names that would act where they are shown, if they were anything but text. `window.hacked` is what each of them sets, where it
 * could.
 */
const RUN = 'window.hacked=1';

export const PAYLOADS: readonly string[] = [
  // Markup.
  `<img src=x onerror="${RUN}">`,
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `"><svg onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><script>${RUN}</script></svg>`,
  `<iframe srcdoc="<script>parent.hacked=1</script>">`,
  `<a href="javascript:${RUN}">x</a>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<object data="javascript:${RUN}">`,
  `<style>@import 'javascript:${RUN}';</style>`,
  `<link rel=stylesheet href="javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  '<form action=x><button>press</button></form>',
  // Ways out of what stands around a name.
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</style><img src=x onerror=${RUN}>`,
  `</text></svg><img src=x onerror=${RUN}>`,
  `--><img src=x onerror=${RUN}>`,
  `]]><img src=x onerror=${RUN}>`,
  `'-${RUN}-'`,
  `";${RUN};//`,
  `\`;\${${RUN}}`,
  `javascript:${RUN}`,
  `{{constructor.constructor("${RUN}")()}}`,
  `[x](javascript:${RUN})`,
  `| x | \`code\` **bold** ![x](http://127.0.0.1:9/x)`,
  '&lt;b&gt;not bold&lt;/b&gt;',
  // What is there on every object.
  '__proto__',
  'constructor',
  'hasOwnProperty',
  // Characters that act on a terminal, or that nobody sees.
  '\u001b]0;owned\u0007\u001b[2J\u001b[31mred',
  '\u009b31mC1\u0085next\rback',
  '\u202egnp.exe\u2066x\u2069\u200b\ufeff',
  'tag\u{e0041}\u2028line',
];

/** Anything that acts on a terminal or hides on a screen; line feeds and tabs lay out a text. */
export const RAW_CONTROL = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
