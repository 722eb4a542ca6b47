import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { showHidden } from '../../shared/base/show-hidden.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { splitWholePath } from '../../shared/model/setup/whole-path.ts';
import type { RequestParams } from '../../shared/protocol/contract.ts';
import { OPENABLE_EXTENSIONS } from '../../shared/protocol/file-names.ts';
import type { FolderListing } from '../../shared/protocol/setup-contract.ts';
import { request } from '../bridge.ts';
import { desktop } from '../desktop.ts';
import { formatAgo, formatBytes } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextInput } from '../ui/Input.tsx';
import { FileIcon, FolderIcon, UpIcon } from '../ui/icons.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import css from './FilePicker.module.css';

export interface FilePickerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  kind: RequestParams<'files.list'>['kind'];
  /** Absolute path of the chosen file on the engine's machine. */
  onPick: (path: string) => void;
  startDir?: string | null;
  /** Initial filter of the list: the name of a dropped file. */
  filter?: string;
  /** Also offers files of the computer that shows the page; these are uploaded. */
  onUpload?: (file: File) => void;
}

type Entry = FolderListing['entries'][number];

/** Files of the machine the engine runs on. A browser does not reveal the path of a file, so the engine lists them. */
export function FilePicker(props: FilePickerProps) {
  if (desktop !== null) return <NativePicker {...props} />;
  return (
    <Dialog open={props.open} onOpenChange={(next) => !next && props.onClose()} title={props.title} description={props.description} wide>
      {props.open && <Browser {...props} />}
    </Dialog>
  );
}

/** The system's file dialog instead of ours. */
function NativePicker({ open, kind, startDir, onPick, onClose }: FilePickerProps) {
  // Calls the latest callbacks, and a new render does not open a second dialog.
  const latest = useRef({ onPick, onClose });
  latest.current = { onPick, onClose };
  useEffect(() => {
    if (!open) return;
    void desktop?.chooseFile(kind === 'any' ? 'session' : kind, startDir ?? null).then((path) => {
      if (path === null) latest.current.onClose();
      else latest.current.onPick(path);
    });
  }, [open, kind, startDir]);
  return null;
}

function Browser(props: FilePickerProps) {
  const text = useText('common.picker');
  const [dir, setDir] = useState<string | null>(props.startDir ?? lastFolders[props.kind] ?? null);
  const [filter, setFilter] = useState(props.filter ?? '');
  // Whoever has a whole path at hand puts it here.
  const whole = splitWholePath(filter);
  const part = whole?.name ?? (looksLikePath(filter) ? '' : filter);
  const asked = whole?.folder ?? dir;
  const { data, failure, loading, stale } = useEngineRequest('files.list', { dir: asked, kind: props.kind });
  const shown = stale ? null : (data?.dir ?? null);
  // What is typed stays when a list arrives meanwhile.
  const [typed, setTyped] = useState<string | null>(null);
  const listed = (data?.entries ?? []).filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
  const entries = props.kind === 'session' ? newestFirst(listed) : listed;
  const [refusal, setRefusal] = useState<Failure | null>(null);
  /** The search for a typed path that is under way; null: none is, or something else was done since. */
  const sought = useRef<object | null>(null);
  const giveUp = useCallback(() => {
    sought.current = null;
  }, []);
  useEffect(() => giveUp, [giveUp]);
  const enter = (path: string) => {
    giveUp();
    setRefusal(null);
    setDir(path);
    setTyped(null);
    setFilter(props.filter ?? '');
  };
  const pick = (path: string) => {
    giveUp();
    lastFolders[props.kind] = props.kind === 'folder' ? path : splitWholePath(path)?.folder;
    props.onPick(path);
  };
  const choose = (entry: Entry) => (entry.kind === 'folder' ? enter(entry.path) : pick(entry.path));
  // A path as it comes from a terminal, a browser or a file manager.
  const go = async (path: string, openFolder = enter) => {
    const search = {};
    sought.current = search;
    const reply = await request('files.find', { typed: path, dir: shown });
    if (sought.current !== search) return;
    giveUp();
    setRefusal(reply.ok ? null : reply.failure);
    if (!reply.ok) return;
    const found = reply.value;
    if (found.kind === 'folder') return openFolder(found.path);
    if (props.kind === 'folder') return enter(splitWholePath(found.path)!.folder);
    pick(found.path);
  };
  const typeInto = (set: (typed: string) => void) => (typed: string) => {
    giveUp();
    set(typed);
  };
  return (
    <>
      <PathLine
        path={typed ?? shown ?? asked ?? ''}
        isTyped={typed !== null}
        parent={data?.parent ?? null}
        onType={typeInto(setTyped)}
        onGo={(path) => void go(path)}
        onUp={enter}
      />
      <TextInput
        data-autofocus=""
        className={css.filter}
        type="search"
        aria-label={text('filter')}
        placeholder={text('filter')}
        value={filter}
        onChange={typeInto(setFilter)}
        onKeyDown={(event) => {
          const only = entries[0];
          // What is listed is still another folder.
          if (event.key === 'Enter' && looksLikePath(filter) && (whole === null || !only || stale)) void go(filter);
          else if (event.key === 'Enter' && stale) return;
          else if (event.key === 'Enter' && only && part !== '') choose(only);
          else if (event.key === 'Enter' && whole !== null && part === '') enter(whole.folder);
          if (event.key === 'ArrowDown')
            event.currentTarget.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-entry]')?.focus();
        }}
      />
      {data && <Places places={data.places} shown={shown} onGo={enter} />}
      {refusal && <ErrorNotice failure={refusal} />}
      {failure && whole === null && <ErrorNotice failure={failure} />}
      <div className={css.list}>
        {data ? <Entries entries={entries} onChoose={choose} /> : loading && <Spinner label={text('reading')} />}
        {data && entries.length === 0 && !failure && <Nothing filter={part} kind={props.kind} onClear={() => setFilter('')} />}
      </div>
      {/* A typed path is what the line shows, also while it is still being looked for. */}
      <Foot
        {...props}
        dir={typed === null ? shown : typed.trim() || null}
        onPick={(dir) => (typed === null ? pick(dir) : void go(dir, pick))}
      />
    </>
  );
}

/** Where something was chosen last, for each kind of file: the next one is mostly beside it. */
const lastFolders: Partial<Record<FilePickerProps['kind'], string | undefined>> = {};

/** And no part of a name: it has folders, or comes as something copies a path. */
function looksLikePath(text: string): boolean {
  return /[/\\]|^\s*(?:~|["'`“<]|file:)/i.test(text);
}

function Places({ places, shown, onGo }: { places: FolderListing['places']; shown: string | null; onGo: (path: string) => void }) {
  const text = useText('common.picker');
  const names = (['start', 'home', 'saved'] as const).filter(
    (name, at, all) => all.findIndex((one) => places[one] === places[name]) === at,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame, and is for forms
    <div className={css.places} role="group" aria-label={text('places')}>
      {names.map((name) => (
        <Button key={name} variant="quiet" title={places[name]} aria-pressed={places[name] === shown} onClick={() => onGo(places[name])}>
          {text(`place.${name}`)}
        </Button>
      ))}
    </div>
  );
}

/** Recordings are named alike, and what one looks for is mostly what was recorded last. Folders stay above files, by name. */
function newestFirst(entries: readonly Entry[]): readonly Entry[] {
  const folders = entries.filter(({ kind }) => kind === 'folder');
  const files = entries.filter(({ kind }) => kind !== 'folder');
  return [...folders, ...files.sort((a, b) => Date.parse(b.modifiedAt) - Date.parse(a.modifiedAt))];
}

interface PathLineProps {
  path: string;
  parent: string | null;
  /** It is being typed; otherwise it is the folder whose files are listed. */
  isTyped: boolean;
  onType: (path: string) => void;
  onGo: (path: string) => void;
  onUp: (parent: string) => void;
}

function PathLine({ path, isTyped, parent, onType, onGo, onUp }: PathLineProps) {
  const text = useText('common.picker');
  const field = useRef<HTMLInputElement>(null);
  // A list that arrives puts another folder into the field, and the cursor behind it: what is typed next would be appended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another folder is shown.
  useLayoutEffect(() => {
    if (!isTyped && document.activeElement === field.current) field.current?.select();
  }, [path, isTyped]);
  return (
    <form
      className={css.path}
      onSubmit={(event) => {
        event.preventDefault();
        // What opened the picker may be in a form of its own, and events pass from a dialog to it.
        event.stopPropagation();
        if (path.trim()) onGo(path.trim());
      }}
    >
      <IconButton label={text('up')} disabled={parent === null} onClick={() => parent !== null && onUp(parent)}>
        <UpIcon />
      </IconButton>
      <TextInput ref={field} mono aria-label={text('folder')} value={path} onChange={onType} />
    </form>
  );
}

function Entries({ entries, onChoose }: { entries: readonly Entry[]; onChoose: (entry: Entry) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };
  return (
    <ul ref={list}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <button type="button" data-entry="" className={css.entry} onClick={() => onChoose(entry)} onKeyDown={onKeyDown}>
            <span className={cx(css.icon, entry.kind === 'folder' && css.folder)}>
              {entry.kind === 'folder' ? <FolderIcon /> : <FileIcon />}
            </span>
            <span className={css.name}>{showHidden(entry.name)}</span>
            <span className={css.fact}>{entry.kind === 'file' && formatBytes(entry.size)}</span>
            <span className={css.fact}>{entry.kind === 'file' && formatAgo(entry.modifiedAt, Date.now())}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Nothing({ filter, kind, onClear }: { filter: string; kind: FilePickerProps['kind']; onClear: () => void }) {
  const text = useText('common.picker');
  if (filter !== '')
    return <EmptyState title={text('noMatch', { filter })} action={<Button onClick={onClear}>{text('showAll')}</Button>} />;
  return <EmptyState title={text('empty', { kind })} text={text('emptyText')} />;
}

function Foot({ kind, dir, onPick, onUpload }: FilePickerProps & { dir: string | null }) {
  const text = useText('common.picker');
  const input = useRef<HTMLInputElement>(null);
  if (kind === 'folder') {
    return (
      <div className={css.foot}>
        <Button variant="primary" disabled={dir === null} onClick={() => dir !== null && onPick(dir)}>
          {text('thisFolder')}
        </Button>
      </div>
    );
  }
  if (!onUpload) return null;
  return (
    <div className={css.foot}>
      <span className="muted">{text('uploadHint')}</span>
      <Button onClick={() => input.current?.click()}>{text('upload')}</Button>
      <input
        ref={input}
        type="file"
        accept={OPENABLE_EXTENSIONS.map((extension) => `.${extension}`).join()}
        hidden
        aria-label={text('upload')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onUpload(file);
        }}
      />
    </div>
  );
}
