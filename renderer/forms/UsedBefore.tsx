import { showHidden } from '../../shared/base/show-hidden.ts';
import type { Setup, Target } from '../../shared/model/setup/setup.ts';
import { subjectOf } from '../../shared/model/setup/subject.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import css from './forms.module.css';

/** What was measured before, of one kind, to choose it again. */
export function UsedBefore({ kind, onChoose }: { kind: Target['kind']; onChoose: (subject: string, setup: Setup) => void }) {
  const text = useText('setup.script');
  const { data } = useEngineRequest('setup.remembered', { script: null });
  const ofKind = (data ?? []).filter(({ setup }) => setup.target.kind === kind);
  // The last set-up of each is remembered.
  const used = ofKind.slice(0, 4).map(({ setup }) => ({ subject: subjectOf(setup), setup }));
  if (used.length === 0) return null;
  return (
    <div className={css.before}>
      <span className="muted">{text('recent')}</span>
      {used.map(({ subject, setup }) => (
        <button key={subject} type="button" className={css.pathLink} title={subject} onClick={() => onChoose(subject, setup)}>
          {showHidden(subject)}
        </button>
      ))}
    </div>
  );
}
