/** Whether a server answers at an address, whatever the answer. Without network access this fails once, here, instead of in every tool. */
export async function canReach(url, patienceMs) {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch {
    return false;
  }
}

/** Where Electron's binaries are downloaded from. */
export const ELECTRON_HOST = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/';
