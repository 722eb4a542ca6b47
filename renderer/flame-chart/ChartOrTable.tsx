import { useText } from '../i18n/i18n.tsx';
import { Segmented } from '../ui/Choice.tsx';

export type ShownAs = 'chart' | 'table';

/** The same calls as a picture or as a table. */
export function ChartOrTable({ value, onChange }: { value: ShownAs; onChange: (as: ShownAs) => void }) {
  const text = useText('run.flameChart');
  return (
    <Segmented
      label={text('view')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'chart', label: text('chart') },
        { value: 'table', label: text('table') },
      ]}
    />
  );
}
