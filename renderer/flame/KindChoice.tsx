import type { ProfileKind } from '../../shared/model/setup/captures.ts';
import { useText } from '../i18n/i18n.tsx';
import { Segmented } from '../ui/Choice.tsx';

interface KindChoiceProps {
  /** What there is to choose from; the first is shown unless another is chosen. */
  readonly kinds: readonly ProfileKind[];
  /** Null: the first. */
  readonly kind: ProfileKind | null;
  readonly onChoose: (kind: ProfileKind | null) => void;
}

/** What the profile is of, where there are several. */
export function KindChoice({ kinds, kind, onChoose }: KindChoiceProps) {
  const text = useText('run.profile');
  const [first] = kinds;
  if (first === undefined || kinds.length < 2) return null;
  return (
    <Segmented
      label={text('profileOf')}
      value={kind ?? first}
      onChange={(chosen) => onChoose(chosen === first ? null : chosen)}
      options={kinds.map((value) => ({ value, label: text(`ofKind.${value}`) }))}
    />
  );
}
