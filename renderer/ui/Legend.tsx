import css from './Legend.module.css';

export interface LegendItem {
  readonly name: string;
  /** By which styles know its colour: `{ 'data-part': 'queue' }`. */
  readonly swatch: { readonly [key: `data-${string}`]: string };
}

/** What the colours of a drawing are. Who does not see it is told in words elsewhere. */
export function Legend({ items }: { readonly items: readonly LegendItem[] }) {
  return (
    <ul className={css.legend} aria-hidden="true">
      {items.map(({ name, swatch }) => (
        <li key={name}>
          <span className={css.swatch} {...swatch} />
          {name}
        </li>
      ))}
    </ul>
  );
}
