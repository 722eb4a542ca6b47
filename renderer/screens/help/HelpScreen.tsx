import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { hashOf } from '../../state/route.ts';
import { goBack } from '../../state/way-back.ts';
import { Button } from '../../ui/Button.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { Spinner } from '../../ui/Progress.tsx';
import { DRAWINGS } from './drawings.tsx';
import css from './HelpScreen.module.css';
import { pageOfLink, READING, readerOf, USING } from './pages.ts';
import { WordsPage } from './WordsPage.tsx';

const LICENCES = 'licences';
const WORDS = 'words';

export function HelpScreen({ page, section }: { page: string | null; section: string | null }) {
  const text = useText('help');
  const shown = page ?? READING[0]!;
  const entry = (name: string, label = titleOf(name)) => (
    <li key={name}>
      <a href={addressOf(name)} aria-current={name === shown ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <div className={css.page}>
      <nav className={css.nav} aria-label={text('contents')}>
        <Button variant="quiet" className={css.back} onClick={goBack}>
          {text('back')}
        </Button>
        <h1>{text('title')}</h1>
        <h2>{text('reading')}</h2>
        <ul>
          {READING.map((name) => entry(name))}
          {entry(WORDS, text('words'))}
        </ul>
        <h2>{text('using')}</h2>
        <ul>
          {USING.map((name) => entry(name))}
          {entry(LICENCES, text('licences'))}
        </ul>
      </nav>
      <article className={css.article}>{shown === WORDS ? <WordsPage /> : <Page key={shown} name={shown} section={section} />}</article>
    </div>
  );
}

function Page({ name, section }: { name: string; section: string | null }) {
  const text = useText('help');
  const content = useContent(name);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (content === null || section === null) return;
    const headings = [...(host.current?.querySelectorAll('h2, h3') ?? [])];
    headings.find(({ textContent }) => sectionOf(textContent ?? '') === section)?.scrollIntoView();
  }, [content, section]);
  if (content === null) return <Spinner label={text('loading')} />;
  if (name === LICENCES) return <pre className={css.plain}>{content}</pre>;
  return (
    <div ref={host}>
      <Content name={name} content={content} />
    </div>
  );
}

function Content({ name, content }: { name: string; content: string }) {
  const Drawing = DRAWINGS[name];
  if (Drawing === undefined) return <Markdown text={content} drawLink={drawLink} />;
  const [lead, rest] = splitAfterLead(content);
  return (
    <>
      <Markdown text={lead} drawLink={drawLink} />
      <Drawing />
      <Markdown text={rest} drawLink={drawLink} />
    </>
  );
}

/** Which code -> which-code */
function sectionOf(heading: string): string {
  return heading.toLowerCase().replace(/\W+/g, '-');
}

/** Heading and first paragraph, and the rest. */
function splitAfterLead(content: string): [lead: string, rest: string] {
  const [heading = '', lead = '', ...rest] = content.split('\n\n');
  return [`${heading}\n\n${lead}`, rest.join('\n\n')];
}

/** Pages link to each other by file name; other addresses remain text. */
function drawLink(href: string, words: string): ReactNode {
  const to = pageOfLink(href);
  return to === null ? words : <a href={addressOf(to.page, to.section)}>{words}</a>;
}

const addressOf = (page: string, section?: string): string => hashOf({ screen: 'help', page, section });

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
    const read = page === LICENCES ? fetch('./licences.txt').then((response) => response.text()) : readerOf(page)?.();
    void Promise.resolve(read)
      .catch(() => undefined)
      .then((found) => current && setContent(found ?? text('missing')));
    return () => {
      current = false;
    };
  }, [page, text]);
  return content;
}
