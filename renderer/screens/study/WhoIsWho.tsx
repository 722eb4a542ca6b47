import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { namesOf } from '../../../shared/phrases/variant-name.ts';
import { VariantMark } from '../../charts/VariantMark.tsx';
import css from './StudyScreen.module.css';

/** Beside each figure: in class it is shown without what stands around it. */
export function WhoIsWho({ info }: { readonly info: Pick<ComparisonInfo, 'setup'> }) {
  return (
    <p className={css.who}>
      {namesOf(info).map((name, index) => (
        <span key={name}>
          <VariantMark index={index} /> {name}
        </span>
      ))}
    </p>
  );
}
