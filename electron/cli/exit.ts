/** Exit codes: a contract. */
export const EXIT = { ok: 0, failed: 1, usage: 2, /** `--fail-if` was. */ met: 3 } as const;
