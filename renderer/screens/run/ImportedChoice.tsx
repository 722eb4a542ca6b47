import { useEffect, useRef } from 'react';
import type { ImportedInfo, SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { useText } from '../../i18n/i18n.tsx';
import { openValue } from '../../state/shell.ts';
import { viewCell } from '../../state/view.ts';
import { NO_VIEW } from '../../state/view-codec.ts';
import { Select } from '../../ui/Select.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import type { ProfileView } from './profile/profile-query.ts';

const ALL = 'all';

interface ChoiceProps {
  readonly info: Pick<SessionInfo, 'path'>;
  readonly imported: ImportedInfo;
  readonly view: ProfileView;
}

/** Which profile of a file that has several is shown, and which of its values. */
export function ImportedChoice({ info: { path }, imported, view }: ChoiceProps) {
  const { profiles, values } = imported;
  const hasValues = path !== null && values !== undefined && values.names.length > 1;
  if (profiles.length < 2 && !hasValues) return null;
  return (
    <Toolbar>
      {hasValues && <ValueChoice path={path} values={values} />}
      {profiles.length > 1 && <ProfileChoice profiles={profiles} view={view} />}
    </Toolbar>
  );
}

/** Another value is another session of the same file, whose page is drawn anew: the select box keeps the focus of the keyboard. */
let isChosen = false;

function ValueChoice({ path, values: { names, shown } }: { path: string; values: NonNullable<ImportedInfo['values']> }) {
  const text = useText('run.profile');
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isChosen) box.current?.querySelector('button')?.focus();
    isChosen = false;
  }, []);
  const choose = async (value: string) => {
    isChosen = true;
    // What is zoomed into or selected may not be in the other.
    const isOpened = await openValue(path, names[Number(value)]!, { ...NO_VIEW, tab: viewCell('tab').get() });
    if (!isOpened) isChosen = false;
  };
  return (
    <>
      {/* A name such as "weight" alone does not say what is chosen. */}
      <span className="muted" aria-hidden="true">
        {text('valueOfFile')}
      </span>
      <span ref={box}>
        <Select
          label={text('valueOfFile')}
          value={String(shown)}
          onChange={(value) => void choose(value)}
          options={names.map((name, at) => ({ value: String(at), label: name }))}
        />
      </span>
    </>
  );
}

function ProfileChoice({ profiles, view }: { profiles: ImportedInfo['profiles']; view: ProfileView }) {
  const text = useText('run.profile');
  const first = profiles[0]!;
  const together = profiles.filter(({ unit }) => unit === first.unit).length;
  const options = profiles.map(({ title, unit }, thread) => ({
    value: String(thread),
    label: text('ofFile', { number: String(thread + 1), title, named: title === '' ? 'no' : 'yes', unit: text(`ofUnit.${unit}`) }),
  }));
  return (
    <Select
      label={text('fromFile')}
      value={view.choice.thread === null ? ALL : String(view.choice.thread)}
      onChange={(value) => view.choose({ thread: value === ALL ? null : Number(value) })}
      options={[{ value: ALL, label: text('allOfFile', { count: together, unit: text(`ofUnit.${first.unit}`) }) }, ...options]}
    />
  );
}
