import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { showHidden } from '../../shared/base/show-hidden.ts';
import { calledFunction } from '../../shared/format/place.ts';
import type { FunctionName } from '../../shared/profile/tree/folds.ts';
import { request } from '../bridge.ts';
import { useText } from '../i18n/i18n.tsx';
import { openInEditor } from '../state/editor.ts';
import { ContextMenu, type MenuPoint } from '../ui/ContextMenu.tsx';
import { copyAndSay } from '../ui/copy-and-say.ts';
import { showToast } from '../ui/Toast.tsx';
import { FRAME_COMMANDS, type FrameActions, type MenuFrame, pathOf } from './frame-commands.ts';
import type { Folds } from './use-folds.ts';

export interface FrameMenu {
  readonly open: (frame: MenuFrame, at: MenuPoint) => void;
  readonly isOpen: boolean;
  /** To be rendered beside what it is about. */
  readonly menu: ReactNode;
}

/** What a screen tells the menus of its frames. */
export interface FrameMenuScreen {
  readonly folds: Folds | null;
  readonly showCallers: ((of: FunctionName) => void) | null;
  /** Its callers and callees on one page; absent: not here. */
  readonly showAround?: (of: FunctionName) => void;
  /** When it ran; absent: not here. */
  readonly showMoments?: (of: FunctionName) => void;
  /** Its lines; not given: not in this view. */
  readonly showSource?: (of: FunctionName) => void;
  /** Whose frames they are; null: of several sessions. */
  readonly sessionId: string | null;
}

/** A screen with no more to offer than what every frame has. */
export const NOTHING_MORE: FrameMenuScreen = { folds: null, showCallers: null, sessionId: null };

/** The one context menu of a view; see frame-commands.ts. */
export function useFrameMenu({ folds, showCallers, showAround, showMoments, showSource, sessionId }: FrameMenuScreen): FrameMenu {
  const text = useText('run.frameMenu');
  const why = useText('run.frameMenu.why');
  const [shown, setShown] = useState<{ readonly frame: MenuFrame; readonly at: MenuPoint } | null>(null);
  const source = useSource(sessionId, shown?.frame ?? null);
  const actions = useMemo<FrameActions>(
    () => ({
      folds,
      showCallers,
      showAround: showAround ?? null,
      showMoments: showMoments ?? null,
      showSource: showSource ?? null,
      source,
      openSource: (place) => void openInEditor(place).then((isOpened) => isOpened || showToast(text('noEditor'))),
      copy: (wanted) => void copyAndSay(wanted),
      tell: (frame) =>
        text('evidence', {
          name: showHidden(calledFunction(frame)),
          place: pathOf(frame),
          hasPlace: frame.url === '' ? 'no' : 'yes',
          share: frame.share ?? '',
        }),
    }),
    [folds, showCallers, showAround, showMoments, showSource, source, text],
  );
  const menu = shown !== null && (
    <ContextMenu
      key={`${shown.at.x} ${shown.at.y}`}
      label={text('label', { name: calledFunction(shown.frame) })}
      at={shown.at}
      items={FRAME_COMMANDS.map(({ name, isFirst = false, find }) => {
        const found = find(shown.frame, actions);
        const isThere = typeof found === 'function';
        return { label: text(name), isFirst, onSelect: isThere ? found : null, why: isThere ? null : why(found) };
      })}
      onClose={() => setShown(null)}
    />
  );
  return { open: (frame, at) => setShown({ frame, at }), isOpen: shown !== null, menu };
}

/** The file of the frame, looked for when its menu opens. Null: the view does not say which session it is of. */
function useSource(sessionId: string | null, frame: MenuFrame | null): FrameActions['source'] {
  const [found, setFound] = useState<FrameActions['source']>(null);
  useEffect(() => {
    setFound(null);
    if (sessionId === null || frame === null || frame.url === '' || frame.standsFor !== null) return;
    let isCurrent = true;
    const { function: name, url, line } = frame;
    void request('profile.source', { sessionId, function: name, url, line }).then((reply) => {
      if (isCurrent) setFound(reply.ok ? reply.value : { why: 'failed' });
    });
    return () => {
      isCurrent = false;
    };
  }, [sessionId, frame]);
  return sessionId === null ? null : (found ?? { why: 'asking' });
}
