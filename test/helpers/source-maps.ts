import { MapReader, type ScriptWithMap } from '../../electron/engine/captures/read-source-maps.ts';
import type { ScriptSourceMap } from '../../shared/profile/import/source-maps.ts';

/** The maps that these scripts have, in their order; those that are missing, too large, elsewhere or unreadable are left out. */
export async function readSourceMaps(scripts: readonly ScriptWithMap[]): Promise<ScriptSourceMap[]> {
  const reader = new MapReader();
  const found: ScriptSourceMap[] = [];
  for (const script of scripts) {
    const map = await reader.readMapOf(script);
    if (map !== null) found.push(map);
  }
  return found;
}
