import { type ReactNode, useRef, useState } from 'react';
import { readLanguage } from '../../shared/base/language.ts';
import type { PageFigure } from '../../shared/model/comparison/lesson-links.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { ConclusionField } from '../forms/ConclusionField.tsx';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { useSessionInfo } from '../state/sessions.ts';
import { useDebounced } from '../state/use-debounced.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { offerDownload } from '../ui/download.ts';
import { Field } from '../ui/Field.tsx';
import { TextInput } from '../ui/Input.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import css from './SheetDialog.module.css';

/** After the last key press, so that the page is not made again for each. */
const SETTLES_MS = 300;

interface SheetDialogProps {
  readonly sessionId: string;
  readonly description: string;
  /** Undefined: it shows none that could be chosen; null: which ones is not known yet. */
  readonly figures?: readonly PageFigure[] | null;
  /** Why that cannot be known. */
  readonly failure?: Failure | null;
  readonly onClose: () => void;
  /** What is chosen, above what is written. */
  readonly children?: ReactNode;
}

/** One sheet of a study to hand in, as it is saved and printed, beside what one can choose and write. */
export function SheetDialog({ sessionId, description, figures, failure: whyNone = null, onClose, children }: SheetDialogProps) {
  const text = useText('study.page');
  const compare = useText('compare.conclusion');
  const frame = useRef<HTMLIFrameElement>(null);
  const { data: session } = useSessionInfo(sessionId);
  /** As typed, saved or not; null: as it was found. */
  const [typed, setTyped] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const language = code.trim() === '' ? null : readLanguage(code.trim());
  const conclusion = useDebounced(typed, SETTLES_MS);
  const params = {
    ...({ sessionId, format: 'lesson' } as const),
    ...(figures ? { figures: [...figures] } : {}),
    ...(conclusion === null ? {} : { conclusion }),
    ...(language === null ? {} : { language }),
  };
  const reply = useEngineRequest('export.text', params, { version: session?.notes ?? '', enabled: figures !== null });
  const sheet = reply.data;
  const failure = figures === null ? whyNone : reply.failure;
  const isWrong = code.trim() !== '' && language === null;
  // A page without the last words of the conclusion is none to hand in.
  const isReady = sheet !== undefined && !reply.stale && conclusion === typed && !isWrong;
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
        <div>
          {children}
          <h3>{compare('title')}</h3>
          {session !== undefined && <ConclusionField sessionId={sessionId} notes={session.notes} rows={5} onTyped={setTyped} />}
          <p>{text('markdown')}</p>
          <Field label={text('language')} hint={text('languageHint')} error={isWrong ? text('notLanguage') : undefined}>
            {(control) => <TextInput {...control} value={code} onChange={setCode} />}
          </Field>
        </div>
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
