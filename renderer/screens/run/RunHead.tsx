import { showHidden } from '../../../shared/base/show-hidden.ts';
import type { TimeWindow } from '../../../shared/base/units.ts';
import type { ClientKind } from '../../../shared/model/clients.ts';
import { EXPORTS, type ExportFormat, type FormatKind, formatsOf } from '../../../shared/model/export-formats.ts';
import { MAIN_THREAD } from '../../../shared/model/profile/profile.ts';
import { ALL_SAMPLES } from '../../../shared/model/profile/selection.ts';
import { isAlone } from '../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { shortSubject, subjectOf } from '../../../shared/model/setup/subject.ts';
import { planOfJoined, planOfSetup, tellClient } from '../../../shared/phrases/load-plan.ts';
import { threadName } from '../../../shared/phrases/profile-words.ts';
import { comparisonOfPass } from '../../../shared/protocol/pass-id.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { useText } from '../../i18n/i18n.tsx';
import { type ExportChoice, SessionHead } from '../../session/SessionHead.tsx';
import { compareSetup } from '../../state/forms/compare-draft.ts';
import { draftFrom } from '../../state/forms/draft.ts';
import { navigate } from '../../state/route.ts';
import { NO_VIEW } from '../../state/view-codec.ts';
import { Button } from '../../ui/Button.tsx';
import { GridStep } from './GridStep.tsx';
import { JoinButton } from './JoinDialog.tsx';

/** Nothing is started: this shows the set-up first. `from`: the session that has just this set-up. `field`: what is to be changed in it. */
export function runAgain(setup: Setup, { from = '', field = '' }: { readonly from?: string; readonly field?: string } = {}): void {
  draftFrom(setup);
  navigate({ screen: 'setup' }, { view: { ...NO_VIEW, setupOf: from, field } });
}

export function RunHead({ info, live, window }: { info: SessionInfo; live: boolean; window: TimeWindow | null }) {
  const text = useText('run.head');
  const exports = useExports(info);
  const { setup } = info;
  const comparison = comparisonOfPass(info.id);
  return (
    <SessionHead
      session={info}
      live={live}
      exports={exports}
      window={window}
      facts={
        <>
          {comparison !== null && (
            <span>
              <GridStep sessionId={comparison} run={Number(info.id.slice(comparison.length + 1)) + 1} />
            </span>
          )}
          {setup !== null && <span title={showHidden(subjectOf(setup))}>{showHidden(shortSubject(subjectOf(setup)))}</span>}
          {setup !== null && <span>{info.joined ? planOfJoined(info.joined.tool, info.joined.file) : planOfSetup(setup)}</span>}
          {setup !== null && <MadeBy client={setup.client.kind} />}
          {info.node !== null && <span>{text('node', { version: info.node })}</span>}
        </>
      }
      actions={
        <>
          {comparison === null && <JoinButton info={info} />}
          {setup !== null && (
            <>
              <Button onClick={() => runAgain(setup, { from: info.id })}>{text('runAgain')}</Button>
              {!isAlone(setup.capture.kind) && <Button onClick={() => compareSetup(setup)}>{text('compare')}</Button>}
            </>
          )}
        </>
      }
    />
  );
}

/** Of a process, in the menu; the command line has all. */
const MOST_THREADS = 8;

const asChoices = (kind: FormatKind): ExportChoice[] => formatsOf(kind).map((format) => ({ format }));

function useExports(info: SessionInfo): readonly (ExportChoice | 'separator')[] {
  const text = useText('run.head');
  const ofReport = asChoices('report');
  // What another tool has measured: the rest would need its requests.
  if (info.kind === 'load' || info.kind === 'heap') return ofReport;
  const hasTimes = info.imported?.profiles.some(({ endMs }) => endMs !== null) ?? true;
  const ofProfile = asChoices('profile').flatMap((choice) => {
    if (!EXPORTS[choice.format].isOfOneThread) return choice;
    return hasTimes ? ofEachThread(choice.format) : [];
  });
  // The text of --prof-process alone has no stacks.
  const hasStacks = info.hasTicks && info.imported?.format !== 'prof-process';
  const ofStacks = asChoices('profile').filter(({ format }) => !EXPORTS[format].isOfOneThread);
  const ofCaptures = [...(info.hasProfile ? ofProfile : hasStacks ? ofStacks : []), ...(info.hasTicks ? asChoices('ticks') : [])];
  if (info.kind === 'profile') return ofCaptures;
  const ofLoad = [...asChoices('requests'), ...ofReport];
  return ofCaptures.length > 0 ? [...ofCaptures, 'separator', ...ofLoad] : ofLoad;

  function ofEachThread(format: ExportFormat): ExportChoice[] {
    // Processes without the agent have no profile.
    const profiled = info.processes.filter(({ node }) => node !== '');
    if (profiled.length <= 1 && info.threads.length === 0) return [{ format }];
    return profiled.flatMap(({ pid }) => [
      { format, label: text('exportCpuprofileOf', { pid: String(pid) }), selection: { ...ALL_SAMPLES, process: pid, thread: MAIN_THREAD } },
      ...info.threads
        .filter((one) => one.pid === pid)
        .slice(0, MOST_THREADS)
        .map((one) => {
          const label = text('exportCpuprofileOfThread', { pid: String(pid), thread: threadName(one) });
          return { format, label, selection: { ...ALL_SAMPLES, process: pid, thread: one.thread } };
        }),
    ]);
  }
}

/** What made the requests, where that was not our own client. */
function MadeBy({ client }: { client: ClientKind }) {
  const [by] = tellClient('run.head.by', client);
  const [hint] = tellClient('run.head.byHint', client);
  return by !== undefined && <span title={hint}>{by}</span>;
}
