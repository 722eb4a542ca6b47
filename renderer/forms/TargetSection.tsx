import { useState } from 'react';
import { FilePicker } from '../frame/FilePicker.tsx';
import { useText } from '../i18n/i18n.tsx';
import { countChanges } from '../state/setup-form.ts';
import { splitWords } from '../state/shell-words.ts';
import { Button } from '../ui/Button.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { NumberInput, TextInput } from '../ui/Input.tsx';
import { KeyValueTable } from '../ui/KeyValueTable.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { useRowProblem } from './use-row-problem.ts';

export function TargetSection({ errors }: PartProps) {
  const text = useText('setup.target');
  const problemOf = useRowProblem('target.env');
  const { form, edit } = useFormScope();
  const wrong = Boolean(errors['target.args'] ?? errors['target.cwd'] ?? errors['target.env'] ?? errors['target.portTimeoutS']);
  return (
    <FoldedSection
      title={text('title')}
      note={text('note', { count: countChanges(form, ['args', 'cwd', 'env', 'portTimeoutS']) })}
      wrong={wrong}
    >
      <div className={css.stack}>
        <div data-field="target.args">
          <Field label={text('args')} hint={<Arguments line={form.args} />} error={errors['target.args']}>
            {(control) => <TextInput {...control} mono value={form.args} onChange={(args) => edit({ args })} />}
          </Field>
        </div>
        <FolderField error={errors['target.cwd']} />
        <div data-field="target.env">
          <FieldGroup label={text('env')} hint={text('envHint')} error={errors['target.env']}>
            <KeyValueTable
              label={text('env')}
              rows={form.env}
              onChange={(env) => edit({ env })}
              namePlaceholder="NODE_ENV"
              problemOf={problemOf}
            />
          </FieldGroup>
        </div>
        <div data-field="target.portTimeoutS">
          <Field label={text('portTimeout')} hint={text('portTimeoutHint')} error={errors['target.portTimeoutS']}>
            {(control) => (
              <NumberInput {...control} unit="s" value={form.portTimeoutS} onChange={(portTimeoutS) => edit({ portTimeoutS })} />
            )}
          </Field>
        </div>
      </div>
    </FoldedSection>
  );
}

/** What the line means, so that nobody has to guess about quotes. */
function Arguments({ line }: { line: string }) {
  const text = useText('setup.target');
  const { words } = splitWords(line);
  if (words.length === 0) return <>{text('argsHint')}</>;
  return (
    <>
      {text('argsParsed', { count: words.length })}{' '}
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an argument is its place
        <code key={index} className={css.word}>
          {word}
        </code>
      ))}
    </>
  );
}

function FolderField({ error }: { error: string | undefined }) {
  const text = useText('setup.target');
  const picker = useText('common.picker');
  const { form, edit } = useFormScope();
  const { cwd, script } = form;
  const [picking, setPicking] = useState(false);
  return (
    <div data-field="target.cwd">
      <Field label={text('cwd')} hint={text('cwdHint')} error={error}>
        {(control) => (
          <div className={css.withButton}>
            <TextInput {...control} mono value={cwd} onChange={(next) => edit({ cwd: next })} />
            <Button onClick={() => setPicking(true)}>{text('cwdChoose')}</Button>
          </div>
        )}
      </Field>
      <FilePicker
        open={picking}
        kind="folder"
        title={picker('folderTitle')}
        description={picker('openText')}
        startDir={cwd || /^(.+)[/\\][^/\\]+$/.exec(script)?.[1] || null}
        onClose={() => setPicking(false)}
        onPick={(path) => {
          setPicking(false);
          edit({ cwd: path });
        }}
      />
    </div>
  );
}
