/** The index of a node in its profile, by its id. Samples name nodes by ids, and there are millions of samples. */

/** Ids that leave more places empty than this are kept in a map. V8 counts from 1, and merged files rarely skip any. */
const EMPTY_PER_NODE = 8;

/** Returns a function from id to place; -1: there is no such node. Of several nodes with one id the last counts. */
export function placesOfNodes(nodes: readonly { readonly id: number }[]): (id: number) => number {
  let highest = 0;
  let isDense = true;
  for (const { id } of nodes) {
    if (!(Number.isSafeInteger(id) && id >= 0)) isDense = false;
    else if (id > highest) highest = id;
  }
  if (isDense && highest < nodes.length * EMPTY_PER_NODE + 1_024) {
    const places = new Int32Array(highest + 1).fill(-1);
    nodes.forEach(({ id }, place) => {
      places[id] = place;
    });
    return (id) => places[id] ?? -1;
  }
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  return (id) => places.get(id) ?? -1;
}
