/** Whether anybody answers at an address; what, does not matter. A closed network is told at once, instead of by every tool in turn. */
export async function canReach(url, patienceMs) {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch {
    return false;
  }
}

/** Where Electron's programs are fetched from. */
export const ELECTRON_HOST = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/';
