import { desktop } from '../desktop.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';

/** Said before anything is filled in: on this computer nothing can be run, and what would change that. */
export function CannotRun() {
  const text = useText('common.engine');
  const { data } = useEngineRequest('app.info', {});
  if (!data?.cannotRun) return null;
  const getNode = desktop && <Button onClick={() => void desktop?.openLink('get-node')}>{text('getNode')}</Button>;
  return <ErrorNotice failure={data.cannotRun} actions={getNode} />;
}
