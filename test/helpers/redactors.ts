/** Each function that looks for secrets or for folders in a text of others, as one function of the text. */
import { addHostsOf, addPlacesOf, addPlacesOfServices, leaveOut } from '../../shared/copies/leave-out.ts';
import { PrivateCollector } from '../../shared/copies/private-facts.ts';
import { redactEntry } from '../../shared/copies/redact-entry.ts';
import type { KeptResponse } from '../../shared/model/kept-response.ts';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import { hasHidden, hasUnnumbered, isHidden } from '../../shared/model/setup/hidden.ts';
import { DEFAULT_SETUP, type Setup } from '../../shared/model/setup/setup.ts';
import { isHarmlessHeader } from '../../shared/privacy/harmless-headers.ts';
import { HIDDEN_HOST, HostCollector, hostsIn, isOtherMachine } from '../../shared/privacy/hide-hosts.ts';
import { isStatement, StatementHider } from '../../shared/privacy/hide-statements.ts';
import { redactArguments, redactCommand } from '../../shared/privacy/redact-arguments.ts';
import { redactDocument } from '../../shared/privacy/redact-document.ts';
import { redactGroupText } from '../../shared/privacy/redact-group.ts';
import { redactLog } from '../../shared/privacy/redact-log.ts';
import { redactPlanText } from '../../shared/privacy/redact-plan.ts';
import { cutBody, isDigest, redactResponse } from '../../shared/privacy/redact-response.ts';
import { redactSource, replaceInSource } from '../../shared/privacy/redact-source.ts';
import { looksSecret, redactText } from '../../shared/privacy/redact-text.ts';
import { redactUrl } from '../../shared/privacy/redact-url.ts';
import { createFullRedaction, createRedaction, redactSetup } from '../../shared/privacy/redaction.ts';
import { formsOf, isSearched } from '../../shared/privacy/searched-values.ts';
import { isSecretName } from '../../shared/privacy/secret-names.ts';
import { withoutTokens } from '../../shared/privacy/secret-shapes.ts';
import { PlaceCollector } from '../../shared/privacy/shorten-places.ts';
import { ValueSearch } from '../../shared/privacy/value-search.ts';
import { wellFormed } from '../../shared/privacy/well-formed.ts';
import { RunRecording } from '../../shared/session/recording.ts';
import { editOutput, OutputRedaction, replaceInOutput } from '../../shared/session/redact-output.ts';
import { recordedServices } from './fake-services.ts';
import { scriptTarget } from './script-target.ts';

const hide = () => '(not saved 1)';

/** With a header that is left out, and the text as a value of the environment and as an argument. */
function setupWith(text: string): Setup {
  return {
    ...DEFAULT_SETUP,
    target: scriptTarget({ script: '/srv/app/server.js', env: [{ name: 'TOKEN', value: text }], args: [text] }),
    capture: defaultCapture('cpu'),
  };
}

function known() {
  const redaction = createRedaction(false, redactDocument);
  redaction.know([setupWith('hunter2-4711')]);
  return redaction;
}

function recordingOf(text: string): RunRecording {
  const recording = new RunRecording();
  recording.apply({ type: 'output', stream: 'stdout', text, at: 0 });
  return recording;
}

const RANGES = [{ from: 10, to: 20, by: '' }];

function answerOf(text: string, location = ''): KeptResponse {
  const kind = 'text' as const;
  return {
    ...{ request: 0, connection: 0, status: 200, at: 0, latency: 0, bytes: text.length },
    head: { line: 'HTTP/1.1 302 Found', headers: [{ name: 'location', value: location }], isCut: false },
    body: { kind, type: '', coding: '', wireBytes: null, decodedBytes: null, text, isCut: false },
  };
}

export const REDACTORS: Readonly<Record<string, (text: string) => unknown>> = {
  redactText: (text) => redactText(text),
  'redactText in code': (text) => redactText(text, '…', true),
  looksSecret,
  redactUrl: (text) => redactUrl(text, hide),
  HostCollector: (text) => {
    const hosts = new HostCollector();
    hosts.addSetup(setupWith(text));
    addHostsOf(recordingOf(text), hosts);
    return hosts.finder(HIDDEN_HOST)(text);
  },
  redactArguments: (text) => redactArguments(['--token', 'x', text], hide),
  redactCommand: (text) => redactCommand(`node ${text}`, hide),
  redactSource: (text) => redactSource(text),
  replaceInSource: (text) => replaceInSource(text, RANGES),
  redactLog: (text) => redactLog(text, '/home/mary'),
  redactPlanText: (text) => redactPlanText(text, hide, false),
  redactGroupText: (text) => redactGroupText(text, hide, false),
  'redactResponse of a body': (text) => redactResponse(answerOf(text), redactText, redactText),
  'redactResponse of a header': (text) => redactResponse(answerOf('', text), redactText, redactText),
  cutBody: (text) => cutBody(answerOf(text).body!),
  withoutTokens: (text) => withoutTokens(text, '…'),
  isSecretName,
  formsOf: (text) => formsOf(text, '(not saved 1)', 'said'),
  'ValueSearch for it': (text) => new ValueSearch(formsOf(text, '…', 'said')).find(text, false),
  'ValueSearch in it': (text) => new ValueSearch(formsOf('hunter2-4711', '…', 'said')).find(text, true),
  editOutput: (text) => editOutput([{ stream: 'stdout', text, at: 0 }], (whole) => `${whole.slice(0, 10)}x${whole.slice(20)}`),
  replaceInOutput: (text) => replaceInOutput([{ stream: 'stdout', text, at: 0 }], () => RANGES),
  OutputRedaction: (text) =>
    new OutputRedaction((all, goesOn) => known().values(all, goesOn)).take([{ stream: 'stdout', text, at: 0 }], true),
  'hidden.ts': (text) => [hasHidden(text), hasUnnumbered(text)],
  redactSetup: (text) => redactSetup(setupWith(text), redactDocument),
  createFullRedaction: (text) => createFullRedaction([setupWith(text)], redactDocument),
  'Redaction.text': (text) => known().text(text),
  'Redaction.words': (text) => known().words(text),
  'Redaction.url': (text) => known().url(text),
  'Redaction.code': (text) => known().code({ name: text }),
  'Redaction.source': (text) => known().source(text),
  redactEntry: (text) => redactEntry({ type: 'timings', timings: [{ pid: 1, name: text, at: 0, us: null }], lost: 0 }, known()),
  wellFormed,
  isHidden,
  isHarmlessHeader,
  isDigest,
  isSearched: (text) => isSearched(text, 'said'),
  leaveOut: (text) => {
    const without = ['paths', 'values', 'hosts'] as const;
    const places = new ValueSearch([{ text: '/srv/app', by: '/app' }]);
    const found = { places: (one: string) => places.find(one, false).ranges, hosts: new HostCollector() };
    const edit = leaveOut({ without, setups: [setupWith('hunter2-4711')], ...found });
    return edit('output.txt', [{ stream: 'stdout', text, at: 0 }]);
  },
  PrivateCollector: (text) => {
    const facts = new PrivateCollector();
    facts.addRun(recordingOf(text), '');
    return facts.facts();
  },
  PlaceCollector: (text) => {
    const places = new PlaceCollector();
    places.addSetup(setupWith('x'));
    addPlacesOf(recordingOf(text), places);
    addPlacesOfServices(recordedServices(true), text, places);
    return places.finder()?.(text);
  },
  hostsIn,
  isOtherMachine,
  isStatement: (text) => isStatement('query', text, text),
  StatementHider: (text) => new StatementHider().hide(text),
};
