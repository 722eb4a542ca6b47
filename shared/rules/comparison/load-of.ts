/** The load of a set-up in words. */
import { clientOf } from '../../model/clients.ts';
import { endOf, loadModel } from '../../model/load-models.ts';
import { keepsConnections, pipeliningOf, type Setup, workersOf } from '../../model/setup/setup.ts';
import { type Said, say } from '../../words/said.ts';
import type { Compared } from './compared.ts';

/** Of a series, which client sends the load may be what is compared; the load is the same. */
export function loadsOf({ setup, header }: Compared): Said[] {
  return setup.variants.map((variant) => (header.made === 'sessions' ? loadOf(variant.setup) : loadOfProcesses(variant.setup)));
}

function loadOf(setup: Setup): Said {
  const load = loadOfProcesses(setup);
  return clientOf(setup).sentBy?.(load) ?? load;
}

function loadOfProcesses(setup: Setup): Said {
  const { client } = setup;
  if ((setup.loadCommand ?? null) !== null) return say('comparisonWarning.loadByCommand');
  const planned = plannedLoad(setup);
  const load = keepsConnections(client) ? planned : say('comparisonWarning.loadNew', { load: planned });
  return workersOf(client) === 1 ? load : say('comparisonWarning.loadWorkers', { load, workers: workersOf(client) });
}

function plannedLoad({ load, requests: [first], plan, client }: Setup): Said {
  const method = plan === null ? first.method : say('comparisonWarning.planned');
  const sends = loadModel(load.model).sends(load, pipeliningOf(client));
  const end = endOf(load);
  return end.by === 'amount'
    ? say('comparisonWarning.loadRequests', { method, sends, requests: end.requests })
    : say('comparisonWarning.loadSeconds', { method, sends, seconds: end.seconds });
}
