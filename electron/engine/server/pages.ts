/** The few pages people see when the interface itself cannot be shown. Fixed text only: nothing of a request is in them. */
const page = (title: string, text: string, head = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark">${head}<title>${title}</title>` +
  `<body style="font:15px/1.5 system-ui,sans-serif;max-width:34em;margin:15vh auto;padding:0 1.5em"><h1 style="font-size:1.2em">${title}</h1><p>${text}</p></body></html>`;

const HOW = 'To get a new link, end <code>loopscope serve</code> with Ctrl-C in its terminal and start it again.';

export const NO_KEY_PAGE = page(
  'This Loopscope is locked',
  `It opens with the one-time link that was printed when it started, in the browser that opened the link. ${HOW}`,
);
export const USED_LINK_PAGE = page(
  'This link was used already',
  `Each link opens Loopscope once, in one browser, so that a link that got around opens nothing. ${HOW}`,
);
export const UNKNOWN_LINK_PAGE = page('This link is not of this Loopscope', `It may be of one that was started earlier. ${HOW}`);

/**
 * Sent instead of a redirect when another site led here (a terminal in a web page, say): a Strict cookie does not go
 * along with a redirect that another site began, but with a step that this page makes itself.
 */
export const STEP_INSIDE_PAGE = page('Loopscope', '<a href="/">Open</a>', '<meta http-equiv="refresh" content="0;url=/">');
