/** Exit codes: a contract. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** `--fail-if` was. */ met: 3,
  /** `--fail-if` could not be: there is no such figure, or no verdict. */ unjudged: 4,
  /** Ctrl-C before anything was measured, or twice. As shells have it: 128 and the number of SIGINT. */ interrupted: 130,
} as const;
