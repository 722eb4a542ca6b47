import { may, type Right } from '../../shared/protocol/request.ts';
import { useEngineRequest } from './engine-request.ts';

/** Whether this page may make requests that need this right. Until it is known: yes, as most may. */
export function useMay(needs: Right): boolean {
  const { data } = useEngineRequest('app.info', {});
  return may(data?.may ?? 'act', needs);
}
