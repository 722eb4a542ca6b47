/**
 * v8-profiler-next, and the packages that it comes from, write what the API of V8 says as it is: lines and columns from 1 on, 0 for none, and script
 * ids as numbers. The inspector, which writes the files of Node and DevTools, counts from 0 on, with -1 for none, and says ids as texts.
 */
import { isObject, type Json } from '../../foreign/read-json.ts';

/** Whether the outermost frame of a profile, which has no place, is written in this way. */
export function countsFromOne(root: unknown): boolean {
  return isObject(root) && root.lineNumber === 0 && root.columnNumber === 0 && typeof root.scriptId === 'number';
}

/** A CPU profile as the inspector writes it. Another tool may write numbers for ids: reasons for not optimizing stand in no frame of the inspector. */
export function asOfInspector(file: Json): Json {
  const { nodes } = file;
  if (!Array.isArray(nodes) || !isObject(nodes[0]) || !isObject(nodes[0].callFrame)) return file;
  const [{ callFrame: root }] = nodes as [{ callFrame: Json }];
  return countsFromOne(root) && 'bailoutReason' in root ? { ...file, nodes: nodes.map(nodeOfInspector) } : file;
}

/** What is broken in it stays as it is. */
function nodeOfInspector(node: unknown): unknown {
  if (!isObject(node) || !isObject(node.callFrame)) return node;
  const { lineTicks, ...callFrame } = node.callFrame;
  const positionTicks = Array.isArray(lineTicks)
    ? { positionTicks: lineTicks.map((one: unknown) => (isObject(one) ? { line: one.line, ticks: one.hitCount } : one)) }
    : {};
  const { lineNumber, columnNumber } = callFrame;
  return {
    ...node,
    ...positionTicks,
    callFrame: { ...callFrame, lineNumber: fromZero(lineNumber), columnNumber: fromZero(columnNumber) },
  };
}

function fromZero(position: unknown): unknown {
  return typeof position === 'number' ? position - 1 : position;
}
