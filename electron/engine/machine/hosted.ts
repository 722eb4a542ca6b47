/** Set for an engine that the desktop program runs inside itself, where its own program is no Node. */
export const HOSTED_VARIABLE = 'LOOPSCOPE_HOSTED';
