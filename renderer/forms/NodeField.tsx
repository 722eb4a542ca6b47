import type { NodeBinary } from '../../shared/protocol/contract.ts';
import { request } from '../bridge.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { ErrorNotice, Notice } from '../ui/Notice.tsx';
import { type Option, Select } from '../ui/Select.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';

/** A select has no empty value; the form has. */
const FIRST = 'first';

export function NodeField({ errors }: PartProps) {
  const text = useText('setup.node');
  const { form, edit } = useFormScope();
  const { node } = form;
  const { data, failure, reload } = useEngineRequest('nodes.list', { refresh: false });
  const lookAgain = async () => {
    await request('nodes.list', { refresh: true });
    reload();
  };
  const options = useOptions(data ?? [], node);
  const usable = data?.some(({ problem }) => problem === null);
  return (
    <div data-field="target.node">
      <Field label={text('label')} error={errors['target.node']}>
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
      {failure && <ErrorNotice failure={failure} />}
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
    problem,
  });
  const known = nodes.map(option);
  // Remembered from another day: still shown, so that the engine can say what is wrong with it.
  const unknown = chosen !== '' && !nodes.some(({ path }) => path === chosen) ? [{ value: chosen, label: chosen }] : [];
  const firstDetail = first?.version ? { detail: text('version', { version: first.version }) } : {};
  return [{ value: FIRST, label: text('first'), ...firstDetail }, ...known, ...unknown];
}
