import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import css from './Tabs.module.css';

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  content: ReactNode;
  /** A count, shown after the label in secondary text. */
  badge?: ReactNode;
  /** Fills the height of the panel and scrolls parts of it (flame graph, long tables). */
  fills?: boolean;
}

/** Tabs; only the selected panel is mounted. Arrow keys move between the tabs. */
export function Tabs<V extends string>(props: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly Tab<V>[];
  /** Shown at the right end of the tab row. */
  aside?: ReactNode;
  className?: string;
  /** The others are mounted, too: laid out out of sight, and printed. */
  all?: boolean;
  /** Said on paper where only one tab is printed. */
  partNote?: string | undefined;
  /** Between the row of tabs and what they show: the same for all of them. */
  between?: ReactNode;
  /** Receives what has the panels. */
  panelsRef?: Ref<HTMLDivElement>;
}) {
  return (
    <Primitive.Root className={cx(css.root, props.className)} value={props.value} onValueChange={(value) => props.onChange(value as V)}>
      <div className={cx(css.bar, props.all && css.unprinted)}>
        <Primitive.List className={css.list} aria-label={props.label}>
          {props.tabs.map(({ value, label, badge }) => (
            <Primitive.Trigger key={value} className={css.tab} value={value}>
              {label}
              {badge != null && <span className={css.badge}>{badge}</span>}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {props.aside}
      </div>
      {props.partNote !== undefined && !props.all && <p className={css.partNote}>{props.partNote}</p>}
      {props.between}
      <div ref={props.panelsRef} className={css.panels}>
        {props.tabs.map(({ value, content, fills }) => (
          <Primitive.Content
            key={value}
            className={cx(css.panel, fills && css.fills, props.all && css.all)}
            value={value}
            forceMount={props.all || undefined}
          >
            {content}
          </Primitive.Content>
        ))}
      </div>
    </Primitive.Root>
  );
}
