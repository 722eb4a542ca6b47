import { useEffect, useState } from 'react';
import { wordSaid } from '../../../shared/format/word-said.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { Plan } from '../../../shared/model/load/plan.ts';
import { readPlanOnce } from '../../../shared/plan/plan-of.ts';
import { writePlan } from '../../../shared/plan/write-plan.ts';
import type { Said } from '../../../shared/words/said.ts';
import { request } from '../../bridge.ts';
import { FilePicker } from '../../frame/FilePicker.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { makeCell } from '../../state/cell.ts';
import { rememberOpened } from '../../state/forms/opened-plan.ts';
import { foreignHostIn, joinPlans, planForForm, planOfOneRequest, serverOf, textOfForm } from '../../state/forms/plan-form.ts';
import { differs, formOfPlan, planWithForm } from '../../state/forms/plan-settings-form.ts';
import { EMPTY_FORM, loadedHost, type SetupForm } from '../../state/forms/setup-form.ts';
import { forgetGivenPlan, type GivenPlan, useShell } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Choice.tsx';
import { offerDownload } from '../../ui/download.ts';
import { Field, FieldGroup } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/Input.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { type PartProps, useFormScope } from '../form-scope.tsx';
import { OtherMachineOfForm } from '../OtherMachine.tsx';
import { SettingField } from '../SettingField.tsx';
import { CurlDialog } from './CurlDialog.tsx';
import { HarDialog } from './HarDialog.tsx';
import { PlanFields } from './PlanFields.tsx';
import css from './plan.module.css';
import { type PlanText, usePlanText } from './use-plan-text.ts';

type Fields = Pick<SetupForm, 'plan' | 'planFile' | 'url' | 'method' | 'headers' | 'body'>;
const { plan: NO_PLAN, planFile: NO_FILE, method, headers, body } = EMPTY_FORM;

/** What was there before the other kind was chosen: choosing it once more brings it back. */
const setAside = makeCell<Partial<Record<'one' | 'several', Fields>>>({});

/** With a plan the URL says only where the server is; the rest of the one request is in the plan. */
function fieldsOfPlan(plan: string, planFile: string, url: string): Fields {
  return { plan, planFile, url: serverOf(url), method, headers, body };
}

/** What is asked for: one request, or a plan of several. */
export function RequestFields({ errors }: PartProps) {
  const words = useText('requestPlan');
  const { form, edit, keep } = useFormScope();
  const { plan, planFile } = form;
  // An empty text is a plan that is being written.
  const onText = (text: string) => edit({ plan: text === '' ? '\n' : text });
  const views = usePlanText(plan, onText);
  const [notes, setNotes] = useState<readonly Said[]>([]);
  const kind = plan === '' ? 'one' : 'several';
  const choose = (next: 'one' | 'several') => {
    setNotes([]);
    setAside.set({ ...setAside.get(), [kind]: pickFields(form) });
    const before = setAside.get()[next];
    if (next === 'several') edit(before ?? fieldsOfPlan(planOfOneRequest(form), NO_FILE, form.url));
    else edit(before ?? { plan: NO_PLAN, planFile: NO_FILE });
  };
  const take = (text: string, file: string, left: readonly Said[] = []) => {
    setNotes(left);
    keep();
    if (kind === 'one') setAside.set({ ...setAside.get(), one: pickFields(form) });
    const read = readPlanOnce(text);
    edit({ ...fieldsOfPlan(text, file, form.url), ...(read.ok ? formOfPlan(read.plan) : {}) });
  };
  const save = () => {
    const text = views.plan === null ? plan : textOfForm(planWithForm(views.plan, form), plan);
    // What is wrong with it is no reason to lose it.
    const saved = readPlanOnce(text).ok ? text : plan;
    onText(saved);
    offerDownload(nameOfFile(planFile), saved);
  };
  const host = loadedHost(form) ?? foreignHostIn(views.plan);
  return (
    <>
      <FieldGroup label={words('label')}>
        <div className={css.choose}>
          <Segmented
            label={words('label')}
            value={kind}
            onChange={choose}
            options={[
              { value: 'one', label: words('one') },
              { value: 'several', label: words('several') },
            ]}
          />
          <Sources views={kind === 'one' ? null : views} onTake={take} />
        </div>
      </FieldGroup>
      {notes.length > 0 && <Notes notes={notes} onDismiss={() => setNotes([])} />}
      {kind === 'one' ? (
        <SettingField name="url" errors={errors} />
      ) : (
        <>
          <PlanFields text={plan} onText={onText} onSave={save} views={views} file={planFile} error={errors.plan} />
          {views.plan !== null && differs(form, views.plan) && <OtherLoad onUse={() => edit(formOfPlan(views.plan!))} />}
          {/* A server that is up is named above. */}
          {form.target !== 'url' && <ServerField errors={errors} />}
        </>
      )}
      {host !== null && <OtherMachineOfForm host={host} error={errors.allowHost} />}
    </>
  );
}

function pickFields({ plan, planFile, url, method, headers, body }: SetupForm): Fields {
  return { plan, planFile, url, method, headers, body };
}

function nameOfFile(file: string): string {
  return file.split(/[\\/]/).pop() || 'plan.yaml';
}

/** Where the requests of a plan go whose URLs are paths. */
function ServerField({ errors }: PartProps) {
  const words = useText('requestPlan');
  const { form, edit } = useFormScope();
  return (
    <div data-field="url">
      <Field label={words('server')} hint={words('serverHint')} error={errors.url}>
        {(control) => (
          <TextInput
            {...control}
            mono
            placeholder={words('serverPlaceholder')}
            value={form.url === '/' ? '' : form.url}
            onChange={(url) => edit({ url: url.trim() === '' ? '/' : url })}
          />
        )}
      </Field>
    </div>
  );
}

function OtherLoad({ onUse }: { onUse: () => void }) {
  const words = useText('requestPlan');
  return (
    <Notice tone="info" actions={<Button onClick={onUse}>{words('useLoad')}</Button>}>
      {words('otherLoad')}
    </Notice>
  );
}

function Notes({ notes, onDismiss }: { notes: readonly Said[]; onDismiss: () => void }) {
  const words = useText('requestPlan');
  return (
    <Notice
      tone="info"
      role="status"
      actions={
        <Button variant="quiet" onClick={onDismiss}>
          {words('dismiss')}
        </Button>
      }
    >
      <p>{words('notesTitle')}</p>
      <ul className={css.bullets}>
        {notes.map((note) => (
          <li key={JSON.stringify(note)}>{wordSaid(note)}</li>
        ))}
      </ul>
    </Notice>
  );
}

type Open = GivenPlan | { readonly kind: 'curl' };

interface SourcesProps {
  /** Null: there is no plan to add to. */
  readonly views: PlanText | null;
  readonly onTake: (text: string, file: string, notes?: readonly Said[]) => void;
}

/** What a plan can come from: its file, a command, a recording. */
function Sources({ views, onTake }: SourcesProps) {
  const words = useText('requestPlan');
  const picker = useText('common.picker');
  const { givenPlan } = useShell();
  const [open, setOpen] = useState<Open | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = () => setOpen(null);
  const openPlan = async (path: string) => {
    close();
    const reply = await request('plan.open', { path });
    setFailure(reply.ok ? null : reply.failure);
    if (!reply.ok) return;
    const text = reply.value.text === '' ? '\n' : reply.value.text;
    rememberOpened(path, text);
    onTake(text, path);
  };
  const openGiven = (given: GivenPlan) => {
    if (given.kind === 'plan' && given.path !== null) void openPlan(given.path);
    else setOpen(given);
  };
  useEffect(() => {
    if (givenPlan === null) return;
    forgetGivenPlan();
    openGiven(givenPlan);
  });
  const pick = (kind: GivenPlan['kind']) => () => setOpen({ kind, path: null, name: '' });
  const isPicking = open !== null && open.kind !== 'curl' && open.path === null;
  const kept = views?.plan ?? null;
  return (
    <div>
      <Menu
        trigger={<Button>{words('from')}</Button>}
        items={[
          { label: words('open'), onSelect: pick('plan') },
          { label: words('curl'), onSelect: () => setOpen({ kind: 'curl' }) },
          { label: words('har'), onSelect: pick('har') },
        ]}
      />
      {failure !== null && <ErrorNotice failure={failure} />}
      {open !== null && open.kind !== 'curl' && (
        <FilePicker
          open={isPicking}
          kind={open.kind}
          title={picker(open.kind === 'plan' ? 'planTitle' : 'harTitle')}
          description={picker('chooseText')}
          filter={open.name}
          onClose={close}
          onPick={(path) => (open.kind === 'plan' ? void openPlan(path) : setOpen({ ...open, path }))}
        />
      )}
      {open?.kind === 'har' && open.path !== null && (
        <HarDialog path={open.path} onTake={({ text, notes }) => onTake(text, '', notes)} onClose={close} />
      )}
      {open?.kind === 'curl' && (
        <CurlDialog
          onAdd={kept === null ? null : (plan: Plan) => views?.edit(joinPlans(kept, planForForm(plan)))}
          onReplace={(plan) => onTake(writePlan(plan), '')}
          onClose={close}
        />
      )}
    </div>
  );
}
