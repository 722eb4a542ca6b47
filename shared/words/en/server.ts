/** What the engine's server says in plain text when a browser asks for something that it does not give. */
export const server = {
  nothingHere: 'There is nothing here.',
  otherSite: 'Other sites may not request this.',
  otherPage: "Only Loopscope's own page may request this.",
  otherMethod: 'Only {methods} may be used here.',
  notAKey: 'This is not a key.',
  needsKey: 'This needs the key of a one-time link, which `loopscope serve` prints in its terminal.',
  mayNotUpload: 'This page may open no files.',
  usedTicket: 'This address is valid for one download, within a minute. Download the session again in Loopscope.',
  unknownPart: 'This version of Loopscope knows no such part of a session.',
  bug: 'Loopscope failed unexpectedly; the terminal it runs in says more.',
  /** What an upload is called that gives no name. */
  unnamedFile: 'dropped file',
} as const;
