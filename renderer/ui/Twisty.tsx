import { cx } from './cx.ts';
import { ChevronRight } from './icons.tsx';
import css from './Twisty.module.css';

/** Whether a row of a tree is open; a leaf keeps the room for it. */
export function Twisty({ isOpen, isLeaf }: { isOpen: boolean; isLeaf: boolean }) {
  return (
    <span className={cx(css.arrow, isOpen && css.open)} data-leaf={isLeaf}>
      <ChevronRight />
    </span>
  );
}

interface TwistyButtonProps {
  readonly isOpen: boolean;
  readonly isLeaf: boolean;
  readonly label: string;
  readonly onToggle: () => void;
}

/** For the pointer, in a row that is opened by keys as well. */
export function TwistyButton({ isOpen, isLeaf, label, onToggle }: TwistyButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(css.arrow, css.button, isOpen && css.open)}
      data-leaf={isLeaf}
      aria-expanded={isLeaf ? undefined : isOpen}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <ChevronRight />
    </button>
  );
}
