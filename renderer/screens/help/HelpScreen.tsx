import { useEffect, useState } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { hashOf } from '../../state/route.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import css from './HelpScreen.module.css';

/** The project's own pages, built in: the help needs no network. */
const PAGES = import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default' });
const LICENCES = 'licences';

/** The most frequently used pages come first. */
const ORDER = ['ANSWER', 'COMMAND-LINE', 'INSTALL', 'PLATFORMS', 'BENCHMARKS'];
const names = Object.keys(PAGES)
  .map((file) => file.replace(/^.*\/|\.md$/g, ''))
  .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

export function HelpScreen({ page }: { page: string | null }) {
  const text = useText('help');
  const shown = page ?? names[0] ?? LICENCES;
  const content = useContent(shown);
  const entry = (name: string, label: string) => (
    <li key={name}>
      <a href={hashOf({ screen: 'help', page: name })} aria-current={name === shown ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <div className={css.page}>
      <nav className={css.nav} aria-label={text('contents')}>
        <h1>{text('title')}</h1>
        <ul>
          {names.map((name) => entry(name, titleOf(name)))}
          {entry(LICENCES, text('licences'))}
        </ul>
      </nav>
      <article className={css.article}>
        {content === null && <Spinner label={text('reading')} />}
        {content !== null && (shown === LICENCES ? <pre className={css.plain}>{content}</pre> : <Markdown text={content} />)}
      </article>
    </div>
  );
}

/** COMMAND-LINE -> Command line */
function titleOf(name: string): string {
  const words = name.replace(/[-_]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function useContent(page: string): string | null {
  const text = useText('help');
  const [content, setContent] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    setContent(null);
    const read = page === LICENCES ? fetch('./licences.txt').then((answer) => answer.text()) : PAGES[`../../../docs/${page}.md`]?.();
    void Promise.resolve(read)
      .catch(() => undefined)
      .then((found) => current && setContent(found ?? text('missing')));
    return () => {
      current = false;
    };
  }, [page, text]);
  return content;
}
