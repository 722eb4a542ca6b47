import { type ReactNode, useMemo } from 'react';
import { fileName } from '../../../shared/format/place.ts';
import { CPU_CAPTURE, isAlone } from '../../../shared/model/setup/captures.ts';
import { formatCommand } from '../../../shared/model/setup/command-line.ts';
import { toRequestUrl } from '../../../shared/model/setup/request-url.ts';
import { keepsConnections, pipeliningOf, type Setup, workersOf } from '../../../shared/model/setup/setup.ts';
import { splitWords } from '../../../shared/model/setup/shell-words.ts';
import { shortSubject } from '../../../shared/model/setup/subject.ts';
import { readTopology } from '../../../shared/model/setup/topology.ts';
import { variablesText } from '../../../shared/phrases/command-variables.ts';
import { planOf } from '../../../shared/plan/plan-of.ts';
import { redactDocument } from '../../../shared/privacy/redact-document.ts';
import { redactUrl } from '../../../shared/privacy/redact-url.ts';
import { createRedaction } from '../../../shared/privacy/redaction.ts';
import type { Messages } from '../../../shared/words/catalogue.ts';
import { useCaptureWords } from '../../forms/use-capture-words.ts';
import { useSettledSetup } from '../../forms/use-settled-setup.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { editDraft } from '../../state/forms/draft.ts';
import { fileForCommand } from '../../state/forms/opened-plan.ts';
import { captureOf, type SetupForm, toSetup, typedSubject } from '../../state/forms/setup-form.ts';
import { Checkbox } from '../../ui/Choice.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Term } from '../../ui/Term.tsx';
import css from './PlanCard.module.css';
import { PlanDrawing } from './PlanDrawing.tsx';

/** What pressing Run does: drawn, said, and as the command that does the same. */
export function PlanCard({ form, setup, keepValues }: { form: SetupForm; setup: Setup | null; keepValues: boolean }) {
  const text = useText('setup.plan');
  // A command that is shown or copied is read by others, as a session is.
  const settled = useSettledSetup(setup);
  const command = useMemo(
    () => settled && formatCommand(createRedaction(keepValues, redactDocument).setup(withPlanFile(settled)), keepValues),
    [settled, keepValues],
  );
  return (
    <section className={css.card} aria-labelledby="plan">
      <h2 id="plan">{text('title')}</h2>
      {!isAlone(captureOf(form)) && <PlanDrawing form={form} />}
      <Sentences form={form} keepValues={keepValues} />
      {command !== null && (
        <div className={css.command}>
          <div className={css.commandHead}>
            <h3>{text('command')}</h3>
            <CopyButton variant="quiet" value={command} />
          </div>
          <Command line={command} />
          <Variables command={command} />
        </div>
      )}
    </section>
  );
}

/** A file that has something else in it is not the same. */
function withPlanFile(setup: Setup): Setup {
  const { plan, planFile } = setup;
  return plan === null || planFile === null ? setup : { ...setup, planFile: fileForCommand(plan, planFile) };
}

/** Broken between words only: a break after the dashes of a flag would be read as a word of its own. One with a plan in it has its own lines. */
function Command({ line }: { line: string }) {
  if (line.includes('\n')) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long command scrolls, so the keyboard must reach it
      <code tabIndex={0} className={css.lines}>
        {line.split(/( --?[\w-]+)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <span key={index} className={part.startsWith(' -') ? css.flag : undefined}>
            {part}
          </span>
        ))}
      </code>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long command scrolls, so the keyboard must reach it
    <code tabIndex={0}>
      {line.split(' ').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
        <span key={index}>{`${word} `}</span>
      ))}
    </code>
  );
}

/** What of the command has to be set first. */
function Variables({ command }: { command: string }) {
  const told = variablesText(command);
  return told && <p className="muted">{told}</p>;
}

function withoutSecrets(url: string, keepValues: boolean): string {
  return keepValues ? url : redactUrl(url, () => '…');
}

/** Of this machine: page and engine are on the same. */
const CORES = navigator.hardwareConcurrency;

const strong = (words: ReactNode) => <b>{words}</b>;
const warmUp = (words: ReactNode) => <Term id="warm-up">{words}</Term>;
const closedLoad = (words: ReactNode) => <Term id="closed-load">{words}</Term>;

function Sentences({ form, keepValues }: { form: SetupForm; keepValues: boolean }) {
  const text = useText('setup.plan');
  const ofKind = useText(`setup.kind.${form.target}`);
  const node = useNodeName(form.node);
  const name = shortSubject(typedSubject(form));
  const { words } = splitWords(form.args);
  const { words: nodeArgs } = splitWords(form.nodeArgs);
  const url = withoutSecrets(toRequestUrl(form.url) || '/', keepValues);
  const plan = form.plan === '' ? null : planOf(form);
  const captured = useCaptureWords(form);
  const { client } = toSetup(form);
  // A capture whose load is its own says what it does.
  const hasLoad = !isAlone(captureOf(form));
  // Of our own client nothing is said.
  const madeBy = `madeBy.${form.client as keyof Messages['setup']['plan']['madeBy']}` as const;
  return (
    <ol className={css.sentences}>
      <li>{name ? ofKind.rich('start', { name, node, args: words.length, b: strong }) : ofKind('nothing', { node })}</li>
      {nodeArgs.length > 0 && ofKind.has('nodeArgs') && <li>{ofKind('nodeArgs', { count: nodeArgs.length })}</li>}
      <FrontSentence form={form} />
      <li>
        {form.plan === ''
          ? ofKind.rich(url.startsWith('/') ? 'waitPath' : 'waitUrl', { url, b: strong })
          : ofKind.rich(plan?.order === 'sequence' ? 'waitSequence' : 'waitMix', { count: plan?.requests.length ?? 0, b: strong })}
      </li>
      {hasLoad && form.loadCommand === '' && (
        <li>{form.warmupS > 0 ? text.rich('warmup', { seconds: form.warmupS, warm: warmUp }) : text.rich('noWarmup', { warm: warmUp })}</li>
      )}
      {hasLoad && (
        <li>
          <LoadSentence form={form} />
        </li>
      )}
      {workersOf(client) > 1 && (
        <li>{text.rich(form.workers > CORES ? 'workersOverCores' : 'workers', { workers: form.workers, cores: CORES, b: strong })}</li>
      )}
      {text.has(madeBy) && <li>{text.rich(madeBy, { b: strong })}</li>}
      <li>
        {captured.plan}
        <ByRequest form={form} />
      </li>
      {form.capture !== 'none' && ofKind.has('inspector') && <li>{ofKind('inspector', { signal: form.signal ? 'yes' : 'no' })}</li>}
      <li>{ofKind('end')}</li>
    </ol>
  );
}

/** Of several requests one wants to know which takes the CPU time, and the setting is at the end of the form: it is here as well. */
function ByRequest({ form }: { form: SetupForm }) {
  const label = useText('setup.field.byRequest')('label');
  if (captureOf(form) !== CPU_CAPTURE || form.plan === '') return null;
  return <Checkbox label={label} checked={form.byRequest} onChange={(byRequest) => editDraft({ byRequest })} />;
}

/** What stands in front of the server, if anything does. */
function FrontSentence({ form: { target, topology } }: { form: SetupForm }) {
  const text = useText('setup.plan');
  const front = target === 'script' || target === 'command' ? readTopology(topology) : null;
  if (front?.kind === 'processes') return <li>{text.rich('processes', { copies: front.copies, b: strong })}</li>;
  if (front?.kind === 'nginx') return <li>{text.rich('nginx', { copies: front.copies, b: strong })}</li>;
  if (front?.kind === 'proxy') return <li>{text.rich('proxy', { name: fileName(front.file), copies: front.copies, b: strong })}</li>;
  return null;
}

function LoadSentence({ form }: { form: SetupForm }) {
  const text = useText('load');
  const setup = useText('setup.plan');
  if (form.loadCommand !== '') return setup.rich('byCommand', { seconds: form.durationS, b: strong });
  const { endBy, poisson } = form;
  const words = { endBy, poisson: String(poisson), connection: connectionIn(form), closed: closedLoad, b: strong };
  return text.rich(`${form.loadModel}.plan`, { ...numbersIn(form), ...words });
}

/** How a connection sends its requests. */
function connectionIn(form: SetupForm): 'kept' | 'pipelined' | 'new' {
  const { client } = toSetup(form);
  if (!keepsConnections(client)) return 'new';
  return pipeliningOf(client) > 1 ? 'pipelined' : 'kept';
}

type Numbers = { readonly [K in keyof SetupForm as SetupForm[K] extends number ? K : never]: number };

/** While a number is being typed the sentence stays a sentence. */
function numbersIn(form: SetupForm): Numbers {
  const numbers = Object.entries(form).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(numbers.map(([name, value]) => [name, Number.isFinite(value) ? value : 0])) as Numbers;
}

function useNodeName(path: string): string {
  const text = useText('setup.plan');
  const { data } = useEngineRequest('nodes.list', { refresh: false });
  const node = path === '' ? data?.find(({ problem }) => problem === null) : data?.find((one) => one.path === path);
  return node?.version ? text('node', { version: node.version }) : text('someNode');
}
