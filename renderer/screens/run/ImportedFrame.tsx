import type { ReactNode } from 'react';
import type { TimeWindow } from '../../../shared/base/units.ts';
import { wordSaid } from '../../../shared/format/word-said.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import type { ImportedInfo, SessionInfo } from '../../../shared/protocol/session-contract.ts';
import type { Sentences } from '../../../shared/report/document.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Workbench } from '../../session/Workbench.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RunHead } from './RunHead.tsx';
import css from './RunScreen.module.css';

export interface ImportedProps {
  readonly info: SessionInfo;
  readonly notices: ReactNode;
}

interface ImportedFrameProps extends ImportedProps {
  readonly failure: Failure | null;
  readonly window?: TimeWindow | null;
  readonly answer: ReactNode;
  readonly view: ReactNode;
}

/** Around what the file of another tool says. */
export function ImportedFrame({ info, notices, failure, window = null, answer, view }: ImportedFrameProps) {
  return (
    <Workbench
      head={<RunHead info={info} live={false} window={window} />}
      notices={
        <>
          {notices}
          {failure !== null && <ErrorNotice failure={failure} />}
        </>
      }
      answer={answer}
      view={view}
    />
  );
}

/** What a file says first, as far as it is known, and which file it is. */
export function ImportedAnswer({ info, says }: { readonly info: SessionInfo; readonly says: Pick<Sentences, 'lead' | 'rest'> | null }) {
  const text = useText('run');
  return (
    <div className={css.external}>
      {says !== null && (
        <p>
          <strong>{says.lead}</strong> {says.rest}
        </p>
      )}
      {info.imported !== null && <p className="muted">{describeImported(info.imported, text)}</p>}
    </div>
  );
}

function describeImported(
  { file, isForeign: isShownFromIt, format, notes }: ImportedInfo,
  text: ReturnType<typeof useText<'run'>>,
): string {
  const from = isShownFromIt ? [] : [text('head.importedFrom', { file })];
  return [...from, text(`head.imported.${format}`), ...notes.map(wordSaid)].join(' ');
}
