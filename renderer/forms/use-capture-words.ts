/** Captures in words, with their settings as they are typed. */
import { CAPTURES, type CaptureKind } from '../../shared/model/setup/captures.ts';
import type { NumberSetting } from '../../shared/model/setup/setting.ts';
import { SETTINGS } from '../../shared/model/setup/settings.ts';
import { formatBytes, formatMsTyped } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { findField, settingOf } from '../state/forms/check-form.ts';
import { captureOf, type FieldName, type SetupForm } from '../state/forms/setup-form.ts';

/** The settings that a capture has. */
export function captureFields(kind: CaptureKind): readonly FieldName[] {
  return Object.keys(SETTINGS.capture.members[kind]).map((name) => findField(`capture.${name}`)!);
}

export interface CaptureWords {
  /** Beside the title of its section. */
  readonly note: string;
  /** In the plan. */
  readonly plan: string;
  /** What is drawn of it there; null: it takes no samples. */
  readonly drawn: string | null;
}

export function useCaptureWords(form: SetupForm): CaptureWords {
  const text = useText('capture.kind');
  const capture = captureOf(form);
  const values = Object.fromEntries(captureFields(capture).map((name) => [name, tell(name, form[name])])) as never;
  return {
    note: text(`${capture}.note`, values),
    plan: text(`${capture}.plan`, values),
    drawn: CAPTURES[capture].samples ? text(`${capture}.drawn` as never) : null,
  };
}

/** With its unit. */
function tell(name: FieldName, value: unknown): string {
  const { unit } = settingOf(name) as NumberSetting;
  if (unit === 'bytes') return formatBytes(value as number);
  return unit === 'µs' ? formatMsTyped((value as number) / 1_000) : String(value);
}

/** Of the profiled runs of a comparison. */
export function useComparedCapture(): (kind: CaptureKind) => { label: string; detail: string } {
  const text = useText('capture.kind');
  return (kind) => ({ label: text(`${kind}.short` as never), detail: text(`${kind}.compares` as never) });
}
