import { SAMPLES } from '../../../shared/protocol/study-contract.ts';
import { useText } from '../../i18n/i18n.tsx';
import { openSample } from '../../state/shell.ts';
import css from './HomeScreen.module.css';

/** Everything can be looked at before anything is run. */
export function Samples() {
  const text = useText('home.samples');
  return (
    <p className={css.samples}>
      {text('lead')}
      {SAMPLES.map((name) => (
        <button key={name} type="button" title={text(`${name}.title`)} onClick={() => void openSample(name)}>
          {text(`${name}.name`)}
        </button>
      ))}
    </p>
  );
}
