/** Sessions as files of other tools and of readers, and what a file reveals. */
import { readLanguage } from '../../../../shared/base/language.ts';
import { inOrder } from '../../../../shared/model/comparison/lesson-links.ts';
import { succeed } from '../../../../shared/model/failure.ts';
import type { HandlerContext, Handlers, HandlersOf } from './handler-types.ts';

export function createExportHandlers({ sessions }: HandlerContext): HandlersOf<'export'> & Pick<Handlers, 'session.private'> {
  return {
    'session.private': async ({ sessionId }) => succeed(await sessions.privateFacts(sessionId)),
    'export.text': ({ sessionId, format, selection, window = null, figures = null, conclusion = null, language, folding, without = [] }) =>
      sessions.export(
        sessionId,
        format,
        selection,
        window,
        folding,
        { figures: figures && inOrder(figures), conclusion, language: language === undefined ? null : readLanguage(language) },
        without,
      ),
  };
}
