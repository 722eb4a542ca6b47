import { useState } from 'react';
import { wordSaid } from '../../shared/format/word-said.ts';
import type { Failure } from '../../shared/model/failure.ts';
import type { NodeBinary } from '../../shared/protocol/setup-contract.ts';
import { request } from '../bridge.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { ErrorNotice, Notice } from '../ui/Notice.tsx';
import { type Option, Select } from '../ui/Select.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { useFieldWords } from './use-field-words.ts';

/** A select box cannot have an empty value; the form can. */
const FIRST = 'first';

export function NodeField({ errors }: PartProps) {
  const text = useText('setup.node');
  const words = useFieldWords('node');
  const { form, edit } = useFormScope();
  const { node } = form;
  const { data, failure, reload } = useEngineRequest('nodes.list', { refresh: false });
  const [refreshFailure, setRefreshFailure] = useState<Failure | null>(null);
  const shownFailure = refreshFailure ?? failure;
  const lookAgain = async () => {
    const reply = await request('nodes.list', { refresh: true });
    setRefreshFailure(reply.ok ? null : reply.failure);
    reload();
  };
  const options = useOptions(data ?? [], node);
  const usable = data?.some(({ problem }) => problem === null);
  return (
    <div data-field="node">
      <Field {...words} error={errors.node}>
        {(control) => (
          <div className={css.withButton}>
            <Select
              {...control}
              className={css.node}
              value={node === '' ? FIRST : node}
              onChange={(next) => edit({ node: next === FIRST ? '' : next })}
              options={options}
            />
            <Button variant="quiet" onClick={() => void lookAgain()}>
              {text('refresh')}
            </Button>
          </div>
        )}
      </Field>
      {shownFailure && <ErrorNotice failure={shownFailure} />}
      {usable === false && (
        <Notice tone="error" role="alert">
          {text('none')}
        </Notice>
      )}
    </div>
  );
}

function useOptions(nodes: readonly NodeBinary[], chosen: string): Option<string>[] {
  const text = useText('setup.node');
  const first = nodes.find(({ problem }) => problem === null);
  const option = ({ path, version, source, problem }: NodeBinary): Option<string> => ({
    value: path,
    label: version === null ? text('unknown') : text('version', { version }),
    detail: text('detail', { source, path }),
    problem: problem && wordSaid(problem),
  });
  const known = nodes.map(option);
  // From an earlier set-up and not found now: still shown, so that the engine can say what is wrong with it.
  const unknown = chosen !== '' && !nodes.some(({ path }) => path === chosen) ? [{ value: chosen, label: chosen }] : [];
  const firstDetail = first?.version ? { detail: text('version', { version: first.version }) } : {};
  return [{ value: FIRST, label: text('first'), ...firstDetail }, ...known, ...unknown];
}
