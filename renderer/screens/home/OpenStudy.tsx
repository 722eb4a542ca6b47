import { useState } from 'react';
import { FilePicker } from '../../frame/FilePicker.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';

/** A study that is not bundled, from its folder. Nothing of it runs by opening it. */
export function OpenStudy() {
  const text = useText('home.studies');
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setPicking(true)}>
        {text('openFolder')}
      </Button>
      <FilePicker
        open={picking}
        kind="folder"
        title={text('folderTitle')}
        description={text('folderText')}
        onClose={() => setPicking(false)}
        onPick={(name) => {
          setPicking(false);
          navigate({ screen: 'study', name, sessionId: null });
        }}
      />
    </>
  );
}
