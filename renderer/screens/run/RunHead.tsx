import { showHidden } from '../../../shared/format/show-hidden.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import { shortSubject, subjectOf } from '../../../shared/model/subject.ts';
import type { TimeWindow } from '../../../shared/model/units.ts';
import { MAIN_THREAD } from '../../../shared/profile/profile.ts';
import type { SessionInfo } from '../../../shared/protocol/contract.ts';
import { comparisonOfPass } from '../../../shared/protocol/pass-id.ts';
import { planOfJoined, planOfSetup } from '../../../shared/words/load-plan.ts';
import { threadName } from '../../../shared/words/profile-words.ts';
import { useText } from '../../i18n/i18n.tsx';
import { type ExportChoice, SessionHead } from '../../session/SessionHead.tsx';
import { compareSetup } from '../../state/compare-draft.ts';
import { draftFrom } from '../../state/draft.ts';
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
          {setup?.client.kind === 'autocannon' && <span>{text('byAutocannon')}</span>}
          {setup?.client.kind === 'k6' && <span title={text('byK6Hint')}>{text('byK6')}</span>}
          {info.node !== null && <span>{text('node', { version: info.node })}</span>}
        </>
      }
      actions={
        <>
          {comparison === null && <JoinButton info={info} />}
          {setup !== null && (
            <>
              <Button onClick={() => runAgain(setup, { from: info.id })}>{text('runAgain')}</Button>
              <Button onClick={() => compareSetup(setup)}>{text('compare')}</Button>
            </>
          )}
        </>
      }
    />
  );
}

/** What another tool has measured, as a report; the rest would need its requests. */
const OF_RESULT: readonly ExportChoice['format'][] = ['json', 'html', 'markdown', 'brief'];

/** Of a process, in the menu; the command line has all. */
const MOST_THREADS = 8;

function useExports(info: SessionInfo): readonly (ExportChoice | 'separator')[] {
  const text = useText('run.head');
  // A .cpuprofile holds one thread; processes without the agent have no profile.
  const profiled = info.processes.filter(({ node }) => node !== '');
  const hasTimes = info.imported?.profiles.some(({ endMs }) => endMs !== null) ?? true;
  const ofProfile: ExportChoice[] = [
    ...(!hasTimes
      ? []
      : profiled.length > 1 || info.threads.length > 0
        ? profiled.flatMap(({ pid }) => [
            { format: 'cpuprofile' as const, label: text('exportCpuprofileOf', { pid: String(pid) }), pid, thread: MAIN_THREAD },
            ...info.threads
              .filter((one) => one.pid === pid)
              .slice(0, MOST_THREADS)
              .map((one) => ({
                format: 'cpuprofile' as const,
                label: text('exportCpuprofileOfThread', { pid: String(pid), thread: threadName(one) }),
                pid,
                thread: one.thread,
              })),
          ])
        : [{ format: 'cpuprofile' as const, label: text('exportCpuprofile') }]),
    { format: 'speedscope', label: text('exportSpeedscope') },
    { format: 'pprof', label: text('exportPprof') },
    { format: 'firefox', label: text('exportFirefox') },
    { format: 'collapsed', label: text('exportCollapsed') },
    { format: 'svg', label: text('exportSvg') },
  ];
  const ofLoad: ExportChoice[] = [
    { format: 'autocannon', label: text('exportAutocannon') },
    { format: 'hgrm', label: text('exportHgrm') },
    { format: 'csv', label: text('exportCsv') },
    { format: 'json', label: text('exportJson') },
    { format: 'html', label: text('exportHtml') },
    { format: 'markdown', label: text('exportMarkdown') },
    { format: 'brief', label: text('exportBrief') },
  ];
  const ofTicks: ExportChoice[] = info.hasTicks ? [{ format: 'ticks', label: text('exportTicks') }] : [];
  const ofCaptures = [...(info.hasProfile ? ofProfile : []), ...ofTicks];
  if (info.kind === 'profile') return ofCaptures;
  if (info.kind === 'load') return ofLoad.filter(({ format }) => OF_RESULT.includes(format));
  return ofCaptures.length > 0 ? [...ofCaptures, 'separator', ...ofLoad] : ofLoad;
}
