import { useState } from 'react';
import {
  DIRECT,
  formatTopology,
  NGINX_SETTINGS,
  type NginxSetting,
  proxyFileIn,
  readTopology,
  type Topology,
  withProxyFile,
} from '../../shared/model/setup/topology.ts';
import { useText } from '../i18n/i18n.tsx';
import { RadioList } from '../ui/Choice.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { NumberInput, TextInput } from '../ui/Input.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import css from './forms.module.css';
import { useFieldWords } from './use-field-words.ts';

type Kind = Topology['kind'];
const KINDS: readonly Kind[] = ['direct', 'processes', 'nginx', 'proxy'];
/** What each kind begins with, as it is typed. */
const FIRST: { readonly [K in Kind]: string } = { direct: DIRECT, processes: 'processes:2', nginx: 'nginx', proxy: 'proxy:' };
const SETTINGS = Object.keys(NGINX_SETTINGS) as NginxSetting[];

/** What stands in front of a script or command. The form has the text of it, as the command line does; the fields are a view of that text. */
export function TopologyField({ errors }: PartProps) {
  const text = useText('setup.topology');
  const words = useFieldWords('topology');
  const { form, edit } = useFormScope();
  const { topology } = form;
  // A number that is being typed may be none, and then the text says nothing that could be read.
  const [typed, setTyped] = useState<Topology | null>(null);
  const read = typed !== null && formatTopology(typed) === topology ? typed : readTopology(topology);
  const kind = kindOf(topology);
  const change = (next: Topology): void => {
    setTyped(next);
    edit({ topology: formatTopology(next) });
  };
  // Only a script can be run in several processes.
  const kinds = KINDS.filter((one) => one !== 'processes' || form.target === 'script' || kind === one);
  return (
    <div data-field="topology" className={css.stack}>
      <FieldGroup {...words} error={errors.topology}>
        <RadioList
          label={words.label}
          value={kind}
          onChange={(next) => edit({ topology: FIRST[next] })}
          options={kinds.map((value) => ({ value, label: text(`kind.${value}`), detail: text(`about.${value}`) }))}
        />
      </FieldGroup>
      {read !== null && 'copies' in read && (
        <Field label={text(read.kind === 'processes' ? 'processes' : 'copies')}>
          {(control) => <NumberInput {...control} value={read.copies} onChange={(copies) => change({ ...read, copies })} />}
        </Field>
      )}
      {kind === 'proxy' && (
        <Field label={text('file')}>
          {(control) => (
            <TextInput
              {...control}
              mono
              value={proxyFileIn(topology) ?? ''}
              onChange={(file) =>
                edit({ topology: file !== '' && read?.kind === 'proxy' ? withProxyFile(topology, () => file) : `proxy:${file}` })
              }
            />
          )}
        </Field>
      )}
      {read?.kind === 'nginx' &&
        SETTINGS.map((name) => (
          <Field key={name} label={text(name)}>
            {(control) => (
              <NumberInput
                {...control}
                unit={name === 'timeout' ? 's' : undefined}
                value={read.settings[name]}
                onChange={(value) => change({ ...read, settings: { ...read.settings, [name]: value } })}
              />
            )}
          </Field>
        ))}
    </div>
  );
}

/** Of a text that is not complete, too. */
function kindOf(topology: string): Kind {
  return KINDS.find((kind) => topology.startsWith(kind)) ?? 'direct';
}
