import { useState } from 'react';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { readGroupOnce } from '../../shared/plan/read-group.ts';
import { tellProblem } from '../../shared/plan/tell-problem.ts';
import { request } from '../bridge.ts';
import { FilePicker } from '../frame/FilePicker.tsx';
import { useText } from '../i18n/i18n.tsx';
import { countChanges, type FieldName } from '../state/forms/setup-form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextArea } from '../ui/Input.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { FolderField } from './FolderField.tsx';
import { type PartProps, useFormScope, useRefill } from './form-scope.tsx';
import css from './forms.module.css';
import { SettingField } from './SettingField.tsx';
import { UsedBefore } from './UsedBefore.tsx';
import { useFieldWords } from './use-field-words.ts';

const PLACEHOLDER = `group: 1
members:
  - { name: api, script: server.js, env: { PORT: "3001" } }
  - { name: proxy, command: nginx -p . -c nginx.conf }`;

/** The members as they stand in a file, with the folder from which their paths go on. */
export function GroupField({ errors }: PartProps) {
  const text = useText('setup.target');
  const words = useFieldWords('group');
  const { form, edit } = useFormScope();
  const refill = useRefill();
  const { group } = form;
  return (
    <>
      <div data-field="group">
        <Field {...words} error={errors.group === undefined ? undefined : problemIn(group, errors.group)}>
          {(control) => (
            <TextArea {...control} mono rows={8} value={group} placeholder={PLACEHOLDER} onChange={(next) => edit({ group: next })} />
          )}
        </Field>
        <div className={css.below}>
          <OpenGroup startDir={form.cwd} onOpen={edit} />
        </div>
        {group === '' && <UsedBefore kind="group" onChoose={(_, setup) => refill(setup)} />}
      </div>
      <FolderField errors={errors} hint={text('cwdOfGroup')} />
    </>
  );
}

interface OpenGroupProps {
  readonly startDir: string;
  readonly onOpen: (opened: { readonly group: string; readonly groupFile: string; readonly cwd: string }) => void;
}

/** As `--group FILE`: its text, its name, and its folder. */
function OpenGroup({ startDir, onOpen }: OpenGroupProps) {
  const text = useText('setup.target');
  const picker = useText('common.picker');
  const [picking, setPicking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = async (path: string) => {
    setPicking(false);
    const reply = await request('group.open', { path });
    setFailure(reply.ok ? null : reply.failure);
    if (reply.ok) onOpen({ group: reply.value.text, groupFile: path, cwd: reply.value.folder });
  };
  return (
    <>
      <Button onClick={() => setPicking(true)}>{text('groupOpen')}</Button>
      {failure !== null && <ErrorNotice failure={failure} />}
      <FilePicker
        open={picking}
        kind="group"
        title={picker('groupTitle')}
        description={picker('chooseText')}
        startDir={startDir === '' ? null : startDir}
        onClose={() => setPicking(false)}
        onPick={(path) => void open(path)}
      />
    </>
  );
}

/** With its place, which the sentence of the form has not. */
function problemIn(group: string, otherwise: string): string {
  const read = readGroupOnce(group);
  return read.ok || group.trim() === '' ? otherwise : wordSaid(tellProblem(read.problems[0]!));
}

const NAMES = ['groupFile', 'env', 'portTimeoutS'] as const satisfies readonly FieldName[];

export function GroupSection({ errors }: PartProps) {
  const text = useText('setup.target');
  const { form } = useFormScope();
  return (
    <FoldedSection title={text('titleOfGroup')} note={text('note', { count: countChanges(form, NAMES) })} names={NAMES} errors={errors}>
      <div className={css.stack}>
        {NAMES.map((name) => (
          <SettingField key={name} name={name} errors={errors} />
        ))}
      </div>
    </FoldedSection>
  );
}
