import { type ReactNode, useRef } from 'react';
import type { Failure } from '../../../shared/model/failure.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { offerDownload } from '../../ui/download.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import css from './StudyScreen.module.css';

export interface SheetDialogProps {
  readonly description: string;
  /** Undefined: it is being made. */
  readonly sheet: { readonly fileName: string; readonly text: string } | undefined;
  readonly failure: Failure | null;
  /** It has everything that was chosen and written. */
  readonly isReady: boolean;
  readonly onClose: () => void;
  /** What is chosen and written, beside the sheet. */
  readonly children: ReactNode;
}

/** One sheet to hand in: as it is saved and printed, beside what one can choose and write. */
export function SheetDialog({ description, sheet, failure, isReady, onClose, children }: SheetDialogProps) {
  const text = useText('study.page');
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={text('title')}
      description={description}
      footer={
        <>
          <Button disabled={!isReady} onClick={() => sheet && offerDownload(sheet.fileName, sheet.text)}>
            {text('save')}
          </Button>
          <Button variant="primary" disabled={!isReady} onClick={() => frame.current?.contentWindow?.print()}>
            {text('print')}
          </Button>
        </>
      }
    >
      <div className={css.forClass}>
        <div>{children}</div>
        {failure !== null && <ErrorNotice failure={failure} />}
        {sheet === undefined && failure === null && <Spinner label={text('making')} />}
        {/* Its own document, in which no script runs: a page prints as the file does. */}
        {sheet !== undefined && (
          <iframe
            ref={frame}
            className={css.preview}
            title={text('preview')}
            sandbox="allow-same-origin allow-modals"
            srcDoc={sheet.text}
          />
        )}
      </div>
    </Dialog>
  );
}
