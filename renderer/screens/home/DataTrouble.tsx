import { wordFailure } from '../../../shared/format/word-said.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { useListsVersion } from '../../state/sessions.ts';
import { Notice } from '../../ui/Notice.tsx';
import css from './HomeScreen.module.css';

/** Says why the list of recent sessions cannot be kept for the next start. */
export function DataTrouble() {
  const { data } = useEngineRequest('app.info', {}, { version: useListsVersion() });
  const trouble = data?.dataTrouble ?? null;
  if (trouble === null) return null;
  const { message, hint } = wordFailure(trouble);
  return (
    <div className={css.recordings}>
      <Notice tone="warn" role="status">
        <p>{message}</p>
        <p>{hint}</p>
      </Notice>
    </div>
  );
}
