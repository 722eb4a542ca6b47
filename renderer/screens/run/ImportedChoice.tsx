import type { ImportedInfo } from '../../../shared/protocol/session-contract.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Select } from '../../ui/Select.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import type { ProfileView } from './profile/profile-query.ts';

const ALL = 'all';

/** Which profile of a file that has several is shown. */
export function ImportedChoice({ imported: { profiles }, view }: { imported: ImportedInfo; view: ProfileView }) {
  const text = useText('run.profile');
  const first = profiles[0];
  if (first === undefined || profiles.length < 2) return null;
  const together = profiles.filter(({ unit }) => unit === first.unit).length;
  const options = profiles.map(({ title, unit }, thread) => ({
    value: String(thread),
    label: text('ofFile', { number: String(thread + 1), title, named: title === '' ? 'no' : 'yes', unit: text(`ofUnit.${unit}`) }),
  }));
  return (
    <Toolbar>
      <Select
        label={text('fromFile')}
        value={view.choice.thread === null ? ALL : String(view.choice.thread)}
        onChange={(value) => view.choose({ thread: value === ALL ? null : Number(value) })}
        options={[{ value: ALL, label: text('allOfFile', { count: together, unit: text(`ofUnit.${first.unit}`) }) }, ...options]}
      />
    </Toolbar>
  );
}
