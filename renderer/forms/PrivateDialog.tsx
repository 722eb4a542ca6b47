import type { PrivateFact } from '../../shared/privacy/private-facts.ts';
import type { SessionInfo } from '../../shared/protocol/contract.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNotice, Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import css from './PrivateDialog.module.css';

/** What a session's file reveals about whoever recorded it, before it is passed on. */
export function PrivateDialog({ info, onClose }: { info: SessionInfo; onClose: () => void }) {
  const text = useText('privacy.file');
  const { data, failure } = useEngineRequest('session.private', { sessionId: info.id });
  return (
    <Dialog open wide onOpenChange={onClose} title={text('title')} description={text('text')}>
      {failure !== null && <ErrorNotice failure={failure} />}
      {!data && failure === null && <Spinner label={text('loading')} />}
      {data && (
        <div className={css.content}>
          {data.keepsValues && <Notice tone="warn">{text('kept')}</Notice>}
          <FactTable facts={data.facts} />
          <p className="muted">
            {text('runs', { count: data.runs })} {!data.keepsValues && text('notKept')} {text('absent')}
          </p>
        </div>
      )}
    </Dialog>
  );
}

/** Not a regular table: examples are paths, which have to be shown in full. */
function FactTable({ facts }: { facts: readonly PrivateFact[] }) {
  const text = useText('privacy.file');
  return (
    <table className={css.facts} aria-label={text('title')}>
      <colgroup>
        <col className={css.what} />
        <col />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{text('subject')}</th>
          <th scope="col">{text('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <Fact key={fact.about} fact={fact} />
        ))}
      </tbody>
    </table>
  );
}

/** Counted in characters. */
const TEXTS: readonly PrivateFact['about'][] = ['output', 'messages', 'notes'];

function Fact({ fact: { about: subject, count, hidden, parts, example } }: { fact: PrivateFact }) {
  const text = useText('privacy.file');
  const about = useText('privacy.about');
  const many = TEXTS.includes(subject) ? text('characters', { count }) : text('count', { count });
  return (
    <tr>
      <th scope="row" className={subject === 'suspicious' ? css.suspicious : undefined}>
        {about(subject)}
      </th>
      <td>
        {hidden === 0 ? many : text('leftOut', { amount: many, hidden })}{' '}
        <span className="muted">{text('where', { parts: parts.join(', ') })}</span>
        {example !== null && <div className={css.example}>{example}</div>}
      </td>
    </tr>
  );
}
