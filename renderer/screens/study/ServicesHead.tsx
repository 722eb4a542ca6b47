import { formatsOf } from '../../../shared/model/export-formats.ts';
import type { StudiedServices } from '../../../shared/model/services.ts';
import { SessionHead } from '../../session/SessionHead.tsx';
import { useSessionInfo } from '../../state/sessions.ts';

interface ServicesHeadProps {
  readonly sessionId: string;
  readonly shown: StudiedServices;
}

/** Which services they are, where they are kept, and what can be done with that. */
export function ServicesHead({ sessionId, shown: { plan, services } }: ServicesHeadProps) {
  const { data: session } = useSessionInfo(sessionId);
  if (session === undefined) return <h1>{plan.title}</h1>;
  const isProbing = services.some(({ probe }) => probe.progress !== null);
  return (
    <SessionHead
      session={session}
      live={isProbing}
      exports={formatsOf('report').map((format) => ({ format }))}
      facts={<span>{plan.form.title}</span>}
      actions={null}
    />
  );
}
