import type { ReactNode } from 'react';
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import type { Study } from '../../../shared/model/comparison/study.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useComparison } from '../../state/comparisons.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import css from './StudyScreen.module.css';

interface FolderStudyProps {
  readonly folder: string;
  readonly sessionId: string | null;
  readonly children: (study: Study) => ReactNode;
}

/** A study of a folder. In the window it is called by its folder, as there may be several of one name. */
export function FolderStudy({ folder, sessionId, children }: FolderStudyProps) {
  const text = useText('study');
  const { data, failure } = useEngineRequest('study.open', { path: folder });
  if (data !== undefined) return <>{children({ ...data, name: folder })}</>;
  if (failure === null) return <div className={css.page}>{<Spinner label={text('loading')} />}</div>;
  const wrong = (
    <div className={css.page}>
      <ErrorNotice failure={failure} />
    </div>
  );
  return sessionId === null ? (
    wrong
  ) : (
    <Recorded folder={folder} sessionId={sessionId} wrong={wrong}>
      {children}
    </Recorded>
  );
}

/** The folder is gone, or is on another machine: a session of it has the lesson. */
function Recorded({ folder, sessionId, wrong, children }: FolderStudyProps & { readonly sessionId: string; readonly wrong: ReactNode }) {
  const { data: info } = useComparison(sessionId);
  if (info === undefined) return null;
  const study = storedStudy(folder, info);
  return <>{study === null ? wrong : children(study)}</>;
}

function storedStudy(folder: string, { setup, study }: ComparisonInfo): Study | null {
  if (!study?.stored) return null;
  const { title, form, ...lesson } = study.stored.lesson;
  const comparisons = form === null ? [] : [{ ...form, name: 'recorded', comparison: setup, usualPerSecond: null }];
  return { name: folder, title, summary: '', language: null, folder, variants: [], comparisons, grids: [], lesson, services: null };
}
