import { CannotRun } from '../../forms/CannotRun.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { navigate } from '../../state/route.ts';
import { showDialog } from '../../state/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTrouble } from './DataTrouble.tsx';
import css from './HomeScreen.module.css';
import { OpenStudy } from './OpenStudy.tsx';
import { RecentSessions } from './RecentSessions.tsx';
import { Recordings } from './Recordings.tsx';
import { Samples } from './Samples.tsx';
import { Studies } from './Studies.tsx';

export function HomeScreen() {
  const text = useText('home');
  const newRun = () => navigate({ screen: 'setup' });
  return (
    <div className={css.page}>
      <h1 className="visually-hidden">{text('title')}</h1>
      <div className={css.head}>
        <div>
          <p className={css.lead}>{text('lead')}</p>
          <Samples />
        </div>
        <div className={css.actions}>
          <Button variant="primary" onClick={newRun}>
            {text('newRun')}
          </Button>
          <Button onClick={() => navigate({ screen: 'compare-setup' })}>{text('compare')}</Button>
          <Button onClick={() => navigate({ screen: 'probe' })}>{text('probe')}</Button>
          <Button onClick={() => showDialog('open')}>{text('openFile')}</Button>
        </div>
      </div>
      <CannotRun />
      <DataTrouble />
      <Recordings />
      <div className={css.columns}>
        <section aria-labelledby="recent">
          <h2 id="recent">{text('recent.title')}</h2>
          <RecentSessions onNewRun={newRun} />
        </section>
        <section aria-labelledby="studies">
          <h2 id="studies">{text('studies.title')}</h2>
          <Studies />
          <OpenStudy />
        </section>
      </div>
      <p className={css.drop}>{text.rich('dropHint', { b: (words) => <b>{words}</b> })}</p>
    </div>
  );
}
