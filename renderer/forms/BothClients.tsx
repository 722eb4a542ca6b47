import { wordSaid } from '../../shared/format/word-said.ts';
import { whyNotAutocannon } from '../../shared/model/clients/both-clients.ts';
import type { Setup } from '../../shared/model/setup/setup.ts';
import { useText } from '../i18n/i18n.tsx';
import { compareClients } from '../state/forms/compare-draft.ts';
import { Button } from '../ui/Button.tsx';

/** Opens the comparison of the two clients. `setup`: null while it has errors. */
export function BothClients({ setup }: { setup: Setup | null }) {
  const text = useText('setup.client');
  const why = setup && whyNotAutocannon(setup);
  return (
    <Button
      variant="quiet"
      disabled={setup === null || why !== null}
      title={why === null ? text('bothHint') : wordSaid(why)}
      onClick={() => setup !== null && compareClients(setup, [text('loopscope'), text('autocannon')])}
    >
      {text('both')}
    </Button>
  );
}
