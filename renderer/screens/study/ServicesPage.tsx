import { useDeferredValue, useMemo, useState } from 'react';
import type { Demo, ServicesStudy } from '../../../shared/model/comparison/study.ts';
import type { RunningServices } from '../../../shared/model/services.ts';
import type { KnownService } from '../../../shared/report/services.ts';
import { formatServicesPage } from '../../../shared/report/services-page.ts';
import { useText } from '../../i18n/i18n.tsx';
import { setServicesConclusion, useServicesConclusion } from '../../state/services.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Input.tsx';
import { SheetDialog } from './SheetDialog.tsx';

interface ServicesPageProps {
  readonly demo: Demo;
  readonly study: ServicesStudy;
  readonly running: RunningServices;
  readonly known: readonly KnownService[];
}

/** The button that makes one page of services that were probed and told. */
export function ServicesPage(props: ServicesPageProps) {
  const text = useText('study.page');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('open')}</Button>
      {open && <ServicesPageDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ServicesPageDialog({ demo, study, running, known, onClose }: ServicesPageProps & { readonly onClose: () => void }) {
  const text = useText('services.page');
  const compare = useText('compare.conclusion');
  const conclusion = useServicesConclusion();
  // Typing does not wait for the sheet.
  const shown = useDeferredValue(conclusion);
  const { form, seed } = running;
  const sheet = useMemo(
    () =>
      formatServicesPage({
        title: demo.title,
        form: study.forms.find(({ name }) => name === form)?.title ?? form,
        question: study.lesson.question,
        seed,
        known,
        conclusion: shown,
        command: `loopscope demo ${demo.name} --form ${form}${seed === null ? '' : ` --seed ${seed}`}`,
      }),
    [demo, study, form, seed, known, shown],
  );
  const fileName = `${demo.title}${seed === null ? '' : ` ${seed}`}.lesson.html`;
  return (
    <SheetDialog
      description={text('description')}
      sheet={{ fileName, text: sheet }}
      failure={null}
      isReady={shown === conclusion}
      onClose={onClose}
    >
      <h3>{compare('title')}</h3>
      <TextArea
        aria-label={compare('label')}
        placeholder={compare('placeholder')}
        value={conclusion}
        onChange={setServicesConclusion}
        rows={8}
      />
    </SheetDialog>
  );
}
