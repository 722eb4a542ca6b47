import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { percentOf } from '../../shared/base/percent-of.ts';
import { placeOf } from '../../shared/format/place.ts';
import { formatWeightNumber, weightUnit } from '../../shared/format/weights.ts';
import type { FlameColumns } from '../../shared/model/profile/profile-views.ts';
import type { ReportTable } from '../../shared/report/table.ts';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { TakeTable } from '../take/TakeTable.tsx';
import { isMenuKey, type MenuPoint, pointBelow } from '../ui/ContextMenu.tsx';
import { Twisty } from '../ui/Twisty.tsx';
import { indented } from '../ui/table/Table.tsx';
import css from './CallTree.module.css';
import { weightShare } from './FlameGraph.tsx';
import { firstOpen, keyOf } from './first-open.ts';
import { calledNode, type FlameNode, recurs } from './flame-model.ts';
import { KindSwatch } from './KindSwatch.tsx';
import { Location } from './Location.tsx';
import { type FrameMenuScreen, NOTHING_MORE, useFrameMenu } from './use-frame-menu.tsx';

interface Row {
  readonly node: FlameNode;
  readonly key: string;
  /** Its place among those with the same caller, from 1, and how many these are. */
  readonly nth: number;
  readonly of: number;
}

/** What a frame has called, heaviest last. */
function levelOf({ children }: FlameNode): Row[] {
  const of = children.length;
  return [...children].sort((a, b) => a.value - b.value).map((node, place) => ({ node, key: keyOf(node), nth: of - place, of }));
}

/** The visible rows, from the top down, heaviest first. */
function openRows(root: FlameNode, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const stack: Row[] = levelOf(root);
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    rows.push(row);
    if (open.has(row.key)) stack.push(...levelOf(row.node));
  }
  return rows;
}

interface CallTreeProps {
  readonly tree: FlameNode;
  readonly meta: FlameColumns['meta'];
  /** Its rows have no time of their own: those of callers. */
  readonly hasSelf?: boolean;
  /** Absent: it is the flame graph. */
  readonly label?: string;
  /** Something is folded, and has a column of its own. */
  readonly isFolded?: boolean;
  readonly menu?: FrameMenuScreen;
  /** Absent: there is nothing else to show a row in. */
  readonly onFocus?: (node: FlameNode) => void;
}

/** The flame graph as a table: the same frames, expanded one level at a time. */
export function CallTree({ tree, meta, label, hasSelf = true, isFolded = false, menu = NOTHING_MORE, onFocus }: CallTreeProps) {
  const text = useText('run.flame');
  const column = useText('run.functionColumn');
  const title = label ?? text('tableLabel');
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(tree));
  const [chosen, setChosen] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useMemo(() => openRows(tree, open), [tree, open]);
  const unit = weightUnit(meta.unit);
  const weight = (value: number) => formatWeightNumber(value, meta.unit);
  const share = (value: number) => formatNumber(percentOf(value, meta.base), 1);
  const figures: readonly { readonly title: string; readonly figureOf: (node: FlameNode) => string }[] = [
    { title: column('total', { unit }), figureOf: ({ value }) => weight(value) },
    { title: column('totalPercent'), figureOf: ({ value }) => share(value) },
    ...(hasSelf
      ? [
          { title: column('self', { unit }), figureOf: ({ self }: FlameNode) => weight(self) },
          { title: column('selfPercent'), figureOf: ({ self }: FlameNode) => share(self) },
        ]
      : []),
    ...(isFolded ? [{ title: column('folded', { unit }), figureOf: ({ folded }: FlameNode) => weight(folded) }] : []),
  ];

  const frameMenu = useFrameMenu(menu);
  const openMenu = ({ node, key }: Row, at: MenuPoint) => {
    setChosen(key);
    const { name, url, line, kind, value } = node;
    frameMenu.open(
      {
        function: name,
        url,
        line,
        kind,
        share: weightShare(value, meta),
        focus: onFocus === undefined ? null : () => onFocus(node),
        recurs: recurs(node),
        standsFor: null,
      },
      at,
    );
  };
  const toggle = ({ key, node }: Row, wanted: boolean) => {
    if (node.children.length === 0) return;
    const next = new Set(open);
    if (wanted) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  const choose = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setChosen(row.key);
    body.current?.rows[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    const isOpen = open.has(row.key);
    if (event.key === 'ArrowDown') choose(index + 1);
    else if (event.key === 'ArrowUp') choose(index - 1);
    else if (event.key === 'Home') choose(0);
    else if (event.key === 'End') choose(rows.length - 1);
    else if (event.key === 'ArrowRight') isOpen ? choose(index + 1) : toggle(row, true);
    else if (event.key === 'ArrowLeft') isOpen ? toggle(row, false) : choose(rows.findIndex(({ node }) => node === row.node.parent));
    else if (event.key === 'Enter') toggle(row, !isOpen);
    else if (isMenuKey(event)) openMenu(row, pointBelow(event.currentTarget.getBoundingClientRect()));
    else return;
    event.preventDefault();
  };

  const latest = useRef<() => ReportTable>(null!);
  latest.current = () => ({
    caption: title,
    columns: [
      ...figures.map(({ title }) => ({ title, numeric: true })),
      { title: column('function'), numeric: false },
      { title: column('file'), numeric: false },
    ],
    rows: rows.map(({ node }) => [
      ...figures.map(({ figureOf }) => figureOf(node)),
      indented(node.label ?? calledNode(node), node.depth - 1),
      placeOf(node.url, node.line),
    ]),
  });

  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a treegrid is a table whose rows open */}
      <table className={css.table} role="treegrid" aria-label={title}>
        <colgroup>
          <col className={css.figure} span={figures.length} />
          <col />
          <col className={css.file} />
        </colgroup>
        <thead>
          <tr>
            {figures.map(({ title }) => (
              <th key={title} scope="col" className="numeric">
                {title}
              </th>
            ))}
            <th scope="col">{column('function')}</th>
            <th scope="col">{column('file')}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr
              key={row.key}
              aria-level={row.node.depth}
              aria-posinset={row.nth}
              aria-setsize={row.of}
              aria-expanded={row.node.children.length > 0 ? open.has(row.key) : undefined}
              tabIndex={row.key === chosen || (chosen === null && index === 0) ? 0 : -1}
              onKeyDown={(event) => onKeyDown(event, index)}
              onContextMenu={(event) => {
                event.preventDefault();
                event.currentTarget.focus({ preventScroll: true });
                openMenu(row, { x: event.clientX, y: event.clientY });
              }}
              onClick={() => {
                setChosen(row.key);
                toggle(row, !open.has(row.key));
              }}
            >
              {figures.map(({ title, figureOf }) => (
                <td key={title} className="numeric">
                  {figureOf(row.node)}
                </td>
              ))}
              <td>
                {/* Deep trees must stay on the page: the indent stops growing at 24 levels. */}
                <span style={{ paddingLeft: Math.min(24, row.node.depth - 1) * 12 }}>
                  <Twisty isOpen={open.has(row.key)} isLeaf={row.node.children.length === 0} />
                  <KindSwatch kind={row.node.kind} />
                  {row.node.label ?? calledNode(row.node)}
                </span>
              </td>
              <td>
                <Location url={row.node.url} line={row.node.line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TakeTable className={css.take} title={title} latest={latest} />
      {frameMenu.menu}
    </div>
  );
}
