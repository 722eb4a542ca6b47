import type { ReactNode } from 'react';
import css from './Facts.module.css';

/** Short facts in as few lines as possible: each fact is a `span`. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <p className={css.facts} onPointerEnter={({ currentTarget }) => tellAll(currentTarget)}>
      {children}
    </p>
  );
}

/** Where there is no room for all of them, they are in the tooltip. */
function tellAll(facts: HTMLElement): void {
  const isCut = facts.scrollWidth > facts.clientWidth || facts.scrollHeight > facts.clientHeight;
  if (isCut) facts.title = [...facts.children].map(({ textContent }) => textContent).join(' · ');
  else facts.removeAttribute('title');
}
