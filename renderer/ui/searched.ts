/** The drawing or table that a view is about has the attribute `data-searched`: there the keys go on when a search or a menu has led to it. */
export function focusSearched(): boolean {
  const searched = document.querySelector<HTMLElement>('[data-searched]');
  searched?.focus({ preventScroll: true });
  return searched !== null;
}
