import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import type { PictureMaker } from '../take/picture-items.ts';
import { TakePicture } from '../take/TakePicture.tsx';
import { IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { HelpLink } from '../ui/HelpLink.tsx';
import { MoreIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Term } from '../ui/Term.tsx';
import type { TermId } from '../ui/terms.ts';
import css from './Figure.module.css';

export interface FigureProps {
  readonly title: string;
  /** The glossary explains its title. */
  readonly term?: TermId;
  /** Id of the element, for links to it. */
  readonly id?: string;
  readonly help: ReactNode;
  /** The page of the help with a drawing of such a figure. */
  readonly page?: string;
  /** The same as a table; rendered when it is opened. */
  readonly table?: () => ReactNode;
  /** The same as a picture to be copied or saved; null: there is nothing to be seen yet. */
  readonly picture?: PictureMaker | null;
  /** Controls of this chart, at the right of its title. */
  readonly controls?: ReactNode;
  /** Additional items of its menu. */
  readonly items?: readonly { readonly label: string; readonly onSelect: () => void }[];
  /** Has the height of its view; what is in it shares that. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}

/** The id of the heading that tells figures of one title apart, where several things have the same figures beside each other. */
export const FiguresOf = createContext<string | null>(null);

/** A chart with its title, the same data as a table, and an explanation of how to read it. */
export function Figure({ title, term, id, help, page, table, picture = null, controls, items = [], fills = false, children }: FigureProps) {
  const text = useText('run.chart');
  const heading = useId();
  const of = useContext(FiguresOf);
  const [showTable, setShowTable] = useState(false);
  const [showHelp, setShowHelp] = useState(false);
  return (
    <section className={cx(css.figure, fills && css.fills)} aria-labelledby={of === null ? heading : `${of} ${heading}`} data-figure={id}>
      <header className={css.head}>
        <h2 id={heading}>{term === undefined ? title : <Term id={term}>{title}</Term>}</h2>
        <div className={css.controls}>
          {controls}
          {picture !== null && <TakePicture title={title} picture={picture} />}
          <Menu
            trigger={
              <IconButton className={css.more} label={text('more', { title })}>
                <MoreIcon />
              </IconButton>
            }
            items={[
              ...(table ? [{ label: showTable ? text('hideTable') : text('showTable'), onSelect: () => setShowTable(!showTable) }] : []),
              { label: showHelp ? text('hideHelp') : text('help'), onSelect: () => setShowHelp(!showHelp) },
              ...items,
            ]}
          />
        </div>
      </header>
      {showHelp && (
        <div className={css.help}>
          {help} {page !== undefined && <HelpLink page={page} />}
        </div>
      )}
      {children}
      {showTable && table && <div className={css.table}>{table()}</div>}
    </section>
  );
}
