/** Where the engine listens, as `path|token|runId`. */
export interface AgentAddress {
  readonly path: string;
  readonly token: string;
  readonly runId: string;
}

export function formatAgentAddress({ path, token, runId }: AgentAddress): string {
  return `${path}|${token}|${runId}`;
}

/** Null when the text is not an address. Read from the end: a path may contain the bar. */
export function parseAgentAddress(text: string): AgentAddress | null {
  const match = /^(.+)\|([^|]+)\|([^|]+)$/s.exec(text);
  return match ? { path: match[1]!, token: match[2]!, runId: match[3]! } : null;
}

/** Part of the socket's folder name, so that a process can tell "the engine is gone" from "I cannot reach it". */
export function enginePidOf(address: AgentAddress): number | null {
  const match = /loopscope-(\d+)-/.exec(address.path);
  return match ? Number(match[1]) : null;
}
