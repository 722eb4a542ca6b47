import { Component, type ReactNode } from 'react';
import { say } from '../../shared/words/said.ts';
import { text } from '../i18n/i18n.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import css from './Frame.module.css';

/** An error in one screen is shown there, with its stack on request; the frame around it keeps working. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className={css.page}>
        <ErrorNotice
          failure={{
            code: 'internal',
            says: say('page.bug'),
            hint: say('page.reload'),
            detail: error.stack ?? error.message,
          }}
          actions={<Button onClick={() => window.location.reload()}>{text('common.action.reload')}</Button>}
        />
      </div>
    );
  }
}
