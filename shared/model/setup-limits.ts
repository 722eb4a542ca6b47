/** What a set-up asks for and cannot have, by the setting that asks: refused before a run, and said in the form. */
import { say } from '../words/said.ts';
import { findClientLimits } from './client-limits.ts';
import type { SetupLimit } from './setting.ts';
import { readSetting, SETTINGS_LIST } from './settings-list.ts';
import type { Setup } from './setup.ts';
import { subjectOf } from './subject.ts';
import { TARGET_KINDS } from './target-kinds.ts';

export function findSetupLimits(setup: Setup): SetupLimit[] {
  return [...captureLimits(setup), ...findClientLimits(setup), ...refusedWords(setup)];
}

function captureLimits(setup: Setup): SetupLimit[] {
  const { captures } = TARGET_KINDS[setup.target.kind];
  const { kind } = setup.capture;
  if (captures.includes(kind)) return [];
  return [
    {
      field: 'capture.kind',
      says: say('target.cannotCapture', { capture: kind, subject: subjectOf(setup) }),
      hint: say('target.canCapture', { captures: { list: captures, by: 'or' } }),
    },
  ];
}

function refusedWords(setup: Setup): SetupLimit[] {
  return SETTINGS_LIST.flatMap((place) => {
    const { setting, path } = place;
    const words = readSetting(setup, place) as readonly string[] | undefined;
    const refusal = setting.is === 'words' && words !== undefined ? setting.refuse?.(words) : null;
    return refusal ? [{ field: path, ...refusal }] : [];
  });
}
