import { splitUrl } from '../../shared/model/setup/server-url.ts';
import { type PartProps, useFormScope } from './form-scope.tsx';
import { SubjectField } from './SubjectField.tsx';

/** Where a server that runs already is. */
export function ServerField({ errors }: PartProps) {
  const { form, edit } = useFormScope();
  return (
    <SubjectField
      name="server"
      kind="url"
      placeholder="http://127.0.0.1:3000"
      errors={errors}
      onBlur={() => {
        // An address pasted from a browser has what to request behind it.
        const split = splitUrl(form.server);
        if (split !== null && split.path !== '/') edit({ server: split.server, url: split.path });
      }}
      onUsed={(server) => edit({ server })}
    />
  );
}
