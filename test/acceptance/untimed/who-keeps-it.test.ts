/** Who keeps what grew, in servers that keep something of each request, under every Node that a target may run under. */
import { describe, expect, test } from 'vitest';
import { findWhatGrew } from '../../../electron/engine/captures/what-grew.ts';
import { needNode } from '../../helpers/nodes.ts';
import { programOf } from '../../helpers/planted-servers.ts';
import { HELD, tellHolders, writeSnapshots } from '../../helpers/planted-snapshots.ts';
import { TARGET_MAJORS } from '../../setup/nodes.mjs';

/** Of those that keep something. */
const LEAST_NAMED = 0.9;

describe.each(TARGET_MAJORS)('Node %d', (major) => {
  test('names who keeps what grew in nine of ten servers, and nobody where nothing is kept', async (context) => {
    const node = needNode(major, context);
    const missed = [];
    for (const [kind, server] of HELD) {
      const { paths, requests } = await writeSnapshots(node, programOf(server));
      const { heldBy, places } = tellHolders(await findWhatGrew(paths, requests));
      if (server.heldBy === '') expect(heldBy).toEqual([]);
      else if (heldBy.join() !== server.heldBy || (server.line !== null && places.join() !== `leak.cjs:${server.line}`))
        missed.push({ kind, heldBy, places });
    }
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(
      (1 - LEAST_NAMED) * HELD.filter(([, { heldBy }]) => heldBy !== '').length,
    );
    if (missed.length > 0) console.log(`Node ${major}: ${JSON.stringify(missed)}`);
  });
});
