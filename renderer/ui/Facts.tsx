import type { ReactNode } from 'react';
import css from './Facts.module.css';

/** Short facts in as few lines as possible: each fact is a `span`. */
export function Facts({ children }: { children: ReactNode }) {
  return <p className={css.facts}>{children}</p>;
}
