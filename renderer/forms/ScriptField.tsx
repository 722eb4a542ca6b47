import { useEffect, useRef, useState } from 'react';
import { endOf } from '../../shared/model/load-models.ts';
import { isAlone } from '../../shared/model/setup/captures.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { subjectOf } from '../../shared/model/setup/subject.ts';
import { planOfSetup, sendsText } from '../../shared/phrases/load-plan.ts';
import { request } from '../bridge.ts';
import { FilePicker } from '../frame/FilePicker.tsx';
import { useText } from '../i18n/i18n.tsx';
import { isUntouched } from '../state/forms/setup-form.ts';
import { forgetDroppedScript, useShell } from '../state/shell.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type FormScope, type PartProps, useFormScope, useRefill } from './form-scope.tsx';
import css from './forms.module.css';
import { UsedBefore } from './UsedBefore.tsx';
import { useFieldWords } from './use-field-words.ts';

type Memory = { setup: Setup; filled: boolean };

export function ScriptField({ errors }: PartProps) {
  const text = useText('setup.script');
  const words = useFieldWords('script');
  const scope = useFormScope();
  const { script } = scope.form;
  const { droppedScript } = useShell();
  const [picking, setPicking] = useState(false);
  const [memory, setMemory] = useState<Memory | null>(null);
  useEffect(() => {
    if (droppedScript !== null) setPicking(true);
  }, [droppedScript]);

  const input = useRef<HTMLInputElement>(null);
  const settle = async (path: string) => setMemory(await recall(path, scope));
  const choose = (path: string) => {
    setPicking(false);
    forgetDroppedScript();
    scope.edit({ script: path });
    void settle(path);
  };
  const chooseUsed = (path: string) => {
    choose(path);
    // The button that had the focus disappears.
    input.current?.focus();
  };
  return (
    <div data-field="script">
      <Field {...words} error={errors.script}>
        {(control) => (
          <div className={css.withButton}>
            <TextInput
              {...control}
              ref={input}
              mono
              value={script}
              placeholder={text('placeholder')}
              onChange={(path) => {
                setMemory(null);
                scope.edit({ script: path });
              }}
              onBlur={() => {
                // Once a set-up is filled in or offered, asking again would replace what is said about it.
                if (memory === null) void settle(scope.current().script);
              }}
            />
            <Button onClick={() => setPicking(true)}>{text('choose')}</Button>
          </div>
        )}
      </Field>
      {droppedScript !== null && <Dropped name={droppedScript} onFind={() => setPicking(true)} />}
      {script === '' && <UsedBefore kind="script" onChoose={chooseUsed} />}
      {memory && subjectOf(memory.setup) === script && <Remembered memory={memory} onChange={setMemory} />}
      <ScriptPicker open={picking} filter={droppedScript ?? ''} onClose={() => setPicking(false)} onPick={choose} />
    </div>
  );
}

/** The last set-up of a script; filled in automatically if that overwrites nothing. */
async function recall(script: string, { current, fill }: FormScope): Promise<Memory | null> {
  if (script.trim() === '') return null;
  const reply = await request('setup.remembered', { script: script.trim() });
  const setup = reply.ok ? reply.value[0]?.setup : undefined;
  // The user may have typed something meanwhile.
  if (!setup || current().script.trim() !== script.trim()) return null;
  const filled = isUntouched(current());
  if (filled) fill(setup);
  return { setup, filled };
}

function ScriptPicker(props: { open: boolean; filter: string; onClose: () => void; onPick: (path: string) => void }) {
  const text = useText('common.picker');
  const { current } = useFormScope();
  return (
    <FilePicker
      {...props}
      kind="script"
      title={text('scriptTitle')}
      description={text('chooseText')}
      startDir={folderOf(current().script)}
    />
  );
}

function folderOf(path: string): string | null {
  return /^(.+)[/\\][^/\\]+$/.exec(path)?.[1] ?? null;
}

function Dropped({ name, onFind }: { name: string; onFind: () => void }) {
  const text = useText('setup.script');
  return (
    <div className={css.below}>
      <Notice tone="info" role="status" actions={<Button onClick={onFind}>{text('droppedAction', { name })}</Button>}>
        {text('dropped', { name })}
      </Notice>
    </div>
  );
}

function Remembered({ memory: { setup, filled }, onChange }: { memory: Memory; onChange: (memory: Memory | null) => void }) {
  const text = useText('setup.remembered');
  const { edit, clear } = useFormScope();
  const refill = useRefill();
  const end = endOf(setup.load);
  const sends = sendsText(setup.load);
  const [{ url }] = setup.requests;
  const asked = setup.plan === null ? url : text('requestPlan');
  const plan = isAlone(setup.capture.kind)
    ? text('leak', { plan: planOfSetup(setup), url: asked })
    : end.by === 'duration'
      ? text('duration', { sends, seconds: end.seconds, url: asked })
      : text('amount', { sends, requests: end.requests, url: asked });
  const again = () => {
    refill(setup);
    onChange({ setup, filled: true });
  };
  const afresh = () => {
    clear();
    edit({ script: subjectOf(setup) });
    onChange({ setup, filled: false });
  };
  return (
    <div className={css.before} role="status">
      <span className="muted">{filled ? text('filled', { plan }) : text('offer', { plan })}</span>
      <button type="button" className={css.textLink} onClick={filled ? afresh : again}>
        {filled ? text('afresh') : text('use')}
      </button>
    </div>
  );
}
