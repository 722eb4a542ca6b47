import { useRef } from 'react';
import { splitUrl } from '../../shared/model/server-url.ts';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { type PartProps, useFormScope } from './form-scope.tsx';
import { UsedBefore } from './UsedBefore.tsx';
import { useFieldWords } from './use-field-words.ts';

/** Where a server that runs already is. */
export function ServerField({ errors }: PartProps) {
  const words = useFieldWords('server');
  const { form, edit } = useFormScope();
  const input = useRef<HTMLInputElement>(null);
  const { server } = form;
  return (
    <div data-field="server">
      <Field {...words} error={errors.server}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            mono
            value={server}
            placeholder="http://127.0.0.1:3000"
            onChange={(next) => edit({ server: next })}
            onBlur={() => {
              // An address pasted from a browser has what to request behind it.
              const split = splitUrl(server);
              if (split !== null && split.path !== '/') edit({ server: split.server, url: split.path });
            }}
          />
        )}
      </Field>
      {server === '' && (
        <UsedBefore
          kind="url"
          onChoose={(used) => {
            edit({ server: used });
            // The button that had the focus disappears.
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}
