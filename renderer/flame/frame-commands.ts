/** What the context menu of a frame or a row offers: one list, wherever the frame is drawn. A new command is one entry here and its words. */
import { showHidden } from '../../shared/base/show-hidden.ts';
import { calledFunction, isGenerated, plainPath } from '../../shared/format/place.ts';
import type { FrameKind } from '../../shared/model/report.ts';
import type { SourcePlace } from '../../shared/model/setup/editors.ts';
import type { FunctionName } from '../../shared/profile/tree/folds.ts';
import type { FoundSource } from '../../shared/protocol/profile-contract.ts';
import type { Folds } from './use-folds.ts';

/** What a menu is about. */
export interface MenuFrame extends FunctionName {
  readonly kind: FrameKind;
  /** Its part of the whole, in words; null: the view has no figure for it. */
  readonly share: string | null;
  /** Brings it in front; null: there is nothing to zoom. */
  readonly focus: (() => void) | null;
  /** Whether its function calls itself, as far as the view knows. */
  readonly recurs: boolean;
  /** It stands for everything, or for several narrow frames. */
  readonly standsFor: 'all' | 'several' | null;
}

/** What the screen around it can do; null: not here. */
export interface FrameActions {
  readonly folds: Folds | null;
  readonly showCallers: ((of: FunctionName) => void) | null;
  readonly showAround: ((of: FunctionName) => void) | null;
  /** When it ran, on the time charts. */
  readonly showMoments: ((of: FunctionName) => void) | null;
  /** The lines of its file. */
  readonly showSource: ((of: FunctionName) => void) | null;
  /** Its file on this machine, or why there is none; null: this view does not say which session it is of. */
  readonly source: FoundSource | { readonly why: 'asking' | 'failed' } | null;
  readonly openSource: (place: SourcePlace) => void;
  readonly copy: (text: string) => void;
  /** In whole sentences: name, place and share. */
  readonly tell: (frame: MenuFrame) => string;
}

/** Keys of the sentences that say why a command does not apply. */
export type WhyNot =
  | 'all'
  | 'several'
  | 'notHere'
  | 'full'
  | 'noRecursion'
  | 'noCallers'
  | 'isPackage'
  | 'noFile'
  | 'noShare'
  | 'noFocus'
  | 'asking'
  | 'failed'
  | 'notOwn'
  | 'gone'
  | 'outside'
  | 'oddName';

export interface FrameCommand {
  readonly name:
    | 'focus'
    | 'hide'
    | 'collapse'
    | 'callers'
    | 'around'
    | 'moments'
    | 'showSource'
    | 'openSource'
    | 'copyName'
    | 'copyPath'
    | 'copyAll';
  /** A group of its own begins with it. */
  readonly isFirst?: boolean;
  /** What it does, or why it does not apply. */
  readonly find: (frame: MenuFrame, actions: FrameActions) => (() => void) | WhyNot;
}

/** The whole path with the line, as an editor takes it. It comes from other people's programs, and may be put into a terminal. */
export function pathOf({ url, line }: FunctionName): string {
  const path = showHidden(plainPath(url));
  return line > 0 ? `${path}:${line}` : path;
}

const nameOf = ({ function: name, url, line }: MenuFrame): FunctionName => ({ function: name, url, line });

/** Of the commands about one function. */
function ofFunction(find: FrameCommand['find']): FrameCommand['find'] {
  return (frame, actions) => frame.standsFor ?? find(frame, actions);
}

function whyNoFile({ kind, url, line }: MenuFrame): WhyNot {
  return kind === 'native' || isGenerated(url, line) ? 'noFile' : 'isPackage';
}

function fold(how: 'function' | 'recursion'): FrameCommand['find'] {
  return ofFunction((frame, { folds }) => {
    if (folds === null) return 'notHere';
    if (how === 'recursion' && !frame.recurs) return 'noRecursion';
    if (folds.isFull) return 'full';
    return () => folds.add({ how, ...nameOf(frame) });
  });
}

export const FRAME_COMMANDS: readonly FrameCommand[] = [
  { name: 'focus', find: ({ focus }) => focus ?? 'noFocus' },
  { name: 'hide', find: fold('function') },
  { name: 'collapse', find: fold('recursion') },
  {
    name: 'callers',
    find: ofFunction((frame, { showCallers }) => (showCallers === null ? 'noCallers' : () => showCallers(nameOf(frame)))),
  },
  {
    name: 'around',
    find: ofFunction((frame, { showAround }) => (showAround === null ? 'notHere' : () => showAround(nameOf(frame)))),
  },
  {
    name: 'moments',
    find: ofFunction((frame, { showMoments }) => (showMoments === null ? 'notHere' : () => showMoments(nameOf(frame)))),
  },
  {
    name: 'showSource',
    isFirst: true,
    find: ofFunction((frame, { showSource }) => {
      if (frame.url === '') return whyNoFile(frame);
      return showSource === null ? 'notHere' : () => showSource(nameOf(frame));
    }),
  },
  {
    name: 'openSource',
    find: ofFunction((frame, { source, openSource }) => {
      if (frame.url === '') return whyNoFile(frame);
      if (source === null) return 'notHere';
      return 'why' in source ? source.why : () => openSource(source);
    }),
  },
  {
    name: 'copyName',
    isFirst: true,
    find: ofFunction(
      (frame, { copy }) =>
        () =>
          copy(showHidden(calledFunction(frame))),
    ),
  },
  {
    name: 'copyPath',
    find: ofFunction((frame, { copy }) => {
      if (frame.url === '') return whyNoFile(frame);
      return () => copy(pathOf(frame));
    }),
  },
  {
    name: 'copyAll',
    find: ofFunction((frame, { copy, tell }) => (frame.share === null ? 'noShare' : () => copy(tell(frame)))),
  },
];
