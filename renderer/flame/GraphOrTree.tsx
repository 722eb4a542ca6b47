import { useText } from '../i18n/i18n.tsx';
import { Segmented } from '../ui/Choice.tsx';

export type ShownAs = 'graph' | 'tree';

/** The same frames as a picture or as a table. */
export function GraphOrTree({ value, onChange }: { value: ShownAs; onChange: (as: ShownAs) => void }) {
  const text = useText('run.flame');
  return (
    <Segmented
      label={text('view')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'graph', label: text('graph') },
        { value: 'tree', label: text('tree') },
      ]}
    />
  );
}
