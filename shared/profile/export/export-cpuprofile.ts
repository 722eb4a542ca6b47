/** Writes a profile as V8 does, for DevTools, speedscope and the session file. */
import type { Microseconds } from '../../base/units.ts';
import { ANONYMOUS_NAME } from '../../model/profile/frame-kind.ts';
import type { Frame, LineTicks, Profile } from '../../model/profile/profile.ts';
import { UNKNOWN_SCRIPT, type V8CallFrame, type V8Profile, type V8ProfileNode } from '../import/v8-profile.ts';
import { firstSamples, type V8LineTicks } from '../lines/line-ticks.ts';
import { listChildren } from '../tree/tree-walk.ts';

/** V8 numbers nodes from 1. */
const toId = (node: number) => node + 1;

/**
 * The profile in V8's own form. A fresh ProfileMerger makes the identical profile of it (`shiftUs` undone by its origin),
 * so this is what the session file holds; give it the profile at generated positions, for positions must be applied once.
 * `shiftUs` is added to all times: the origin, where times are wanted on the engine's clock.
 */
export function toV8Profile(profile: Profile, shiftUs: Microseconds = 0): V8Profile {
  const shift = Math.round(shiftUs);
  const { sampleTime, startTime, endTime, weights, taken, requests, lines } = profile;
  return {
    nodes: toNodes(profile),
    startTime: startTime + shift,
    endTime: endTime + shift,
    samples: Array.from(profile.sampleNode, toId),
    timeDeltas: Array.from(sampleTime, (time, i) => time - (i === 0 ? startTime : sampleTime[i - 1]!)),
    ...(weights === null ? {} : { weights: [...weights] }),
    ...(taken === undefined ? {} : { taken: [...taken] }),
    ...(requests === undefined ? {} : { requests: [...requests] }),
    ...(lines === undefined ? {} : { lineTicks: toLineTicks(lines, sampleTime) }),
  };
}

/**
 * Readers expect a clock that has no negative times; ours starts with the measured phase, which may come later. And DevTools (of
 * Chromium 156) takes a start at 0 for a missing one and draws nothing.
 */
export const EARLIEST_US: Microseconds = 1;

/**
 * A `.cpuprofile`. Readers give a sample the delta that follows it, so a closing sample at the end lets the last one
 * count; it names the root, which no tool shows as a function. Sum of timeDeltas = endTime - startTime.
 */
export function exportCpuProfile(profile: Profile): string {
  const { nodes, startTime, endTime, samples, timeDeltas } = toV8Profile(profile);
  const lastTime = profile.sampleTime.at(-1) ?? startTime;
  const shift = Math.max(0, EARLIEST_US - startTime);
  const ticks = positionTicksOf(profile);
  return JSON.stringify({
    nodes: nodes.map((node, place) => {
      const lines = ticks.get(place);
      return lines === undefined ? node : { ...node, positionTicks: Array.from(lines, ([line, count]) => ({ line, ticks: count })) };
    }),
    startTime: startTime + shift,
    endTime: endTime + shift,
    samples: [...samples, toId(0)],
    timeDeltas: [...timeDeltas, endTime - lastTime],
  } satisfies V8Profile);
}

/** In its profile's generated positions, where a line is in the file of its node. */
function toLineTicks(lines: LineTicks, sampleTime: Float64Array): V8LineTicks {
  const { first, node, place, places, ticks, waits } = lines;
  return {
    slices: firstSamples(lines, sampleTime),
    entries: Array.from(first, (entry, slice) => (first[slice + 1] ?? node.length) - entry),
    nodes: Array.from(node, toId),
    lines: Array.from(place, (index) => places[index]!.line),
    ticks: [...ticks],
    ...(waits === undefined ? {} : { waits: [...waits] }),
  };
}

/** Of the slices that reach into the profile, which may have been clipped, summed up by node: what V8 itself writes. */
function positionTicksOf({ lines, frames, frame, startTime, endTime, weights }: Profile): Map<number, Map<number, number>> {
  const sums = new Map<number, Map<number, number>>();
  // Some samples only: V8 does not tell their lines from those of the others.
  if (lines === undefined || weights !== null) return sums;
  lines.start.forEach((start, slice) => {
    if (start >= endTime || (lines.start[slice + 1] ?? Infinity) <= startTime) return;
    for (let entry = lines.first[slice]!; entry < (lines.first[slice + 1] ?? lines.node.length); entry++) {
      const node = lines.node[entry]!;
      const { url, line } = lines.places[lines.place[entry]!]!;
      if (url !== frames[frame[node]!]!.url) continue;
      const ofNode = sums.get(node) ?? new Map<number, number>();
      ofNode.set(line, (ofNode.get(line) ?? 0) + lines.ticks[entry]!);
      sums.set(node, ofNode);
    }
  });
  return sums;
}

function toNodes(profile: Profile): V8ProfileNode[] {
  const hits = new Uint32Array(profile.parent.length);
  for (const node of profile.sampleNode) hits[node]!++;
  const { first, next } = listChildren(profile);
  const scripts = new Map<string, string>([['', '0']]);
  return Array.from(profile.frame, (frame, node) => {
    const children: number[] = [];
    for (let child = first[node]!; child >= 0; child = next[child]!) children.push(toId(child));
    return { id: toId(node), callFrame: toCallFrame(profile.frames[frame]!, scripts), hitCount: hits[node]!, children };
  });
}

/** DevTools tells functions apart by scriptId and position, so every file needs one of its own. */
function toCallFrame({ name, url, line, column, kind }: Frame, scripts: Map<string, string>): V8CallFrame {
  let scriptId = url === '' && line < 0 && kind === 'own' ? UNKNOWN_SCRIPT : scripts.get(url);
  if (scriptId === undefined) {
    scriptId = String(scripts.size);
    scripts.set(url, scriptId);
  }
  return { functionName: name === ANONYMOUS_NAME ? '' : name, scriptId, url, lineNumber: line, columnNumber: column };
}
