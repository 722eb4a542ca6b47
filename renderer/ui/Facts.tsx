import type { ReactNode } from 'react';
import css from './Facts.module.css';

/** What is known of a thing, in one line or as few as it takes: each fact a `span`. */
export function Facts({ children }: { children: ReactNode }) {
  return <p className={css.facts}>{children}</p>;
}
