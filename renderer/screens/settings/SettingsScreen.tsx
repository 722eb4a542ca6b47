import { findTextSize, TEXT_SIZES } from '../../../shared/base/text-size.ts';
import { EDITORS } from '../../../shared/model/setup/editors.ts';
import { useText } from '../../i18n/i18n.tsx';
import { chooseEditor, useEditor } from '../../state/editor.ts';
import { useEngineRequest } from '../../state/engine-request.ts';
import { chooseTextSize, useTextSize } from '../../state/text-size.ts';
import { chooseTheme, useThemeChoice } from '../../state/theme.ts';
import { Segmented } from '../../ui/Choice.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { ForgetAll } from './ForgetAll.tsx';
import css from './SettingsScreen.module.css';

export function SettingsScreen() {
  const text = useText('settings');
  const theme = useThemeChoice();
  const textSize = useTextSize();
  const editor = useEditor();
  const { data: info, failure } = useEngineRequest('app.info', {});
  return (
    <div className={css.page}>
      <h1>{text('title')}</h1>
      <section>
        <h2>{text('appearance')}</h2>
        <div className={css.line}>
          <span>{text('theme')}</span>
          <Segmented
            label={text('theme')}
            value={theme}
            onChange={chooseTheme}
            options={[
              { value: 'system', label: text('themeSystem') },
              { value: 'light', label: text('themeLight') },
              { value: 'dark', label: text('themeDark') },
            ]}
          />
        </div>
        <div className={css.line}>
          <span>{text('textSize')}</span>
          <Segmented
            label={text('textSize')}
            value={String(textSize)}
            onChange={(value) => chooseTextSize(findTextSize(Number(value)) ?? 100)}
            options={TEXT_SIZES.map((size) => ({ value: String(size), label: text('percent', { size }) }))}
          />
        </div>
      </section>
      <section>
        <h2>{text('editor')}</h2>
        <p className="muted">{text('editorText')}</p>
        <div className={css.line}>
          <span>{text('editor')}</span>
          <Select
            label={text('editor')}
            value={editor}
            onChange={chooseEditor}
            options={EDITORS.map((name) => ({ value: name, label: text(`editors.${name}`) }))}
          />
        </div>
      </section>
      {failure && <ErrorNotice failure={failure} />}
      {info && (
        <>
          <section>
            <h2>{text('data')}</h2>
            <p className="muted">{text('dataText')}</p>
            <dl>
              {info.dataDir && <Fact name={text('dataDir')} value={info.dataDir} />}
              <Fact name={text('startDir')} value={info.startDir} />
            </dl>
          </section>
          <ForgetAll />
          <section>
            <h2>{text('about')}</h2>
            <dl>
              <Fact name={text('version')} value={info.version} />
              <Fact name={text('platform')} value={info.platform} />
            </dl>
          </section>
        </>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={css.line}>
      <dt>{name}</dt>
      <dd className="mono">{value}</dd>
    </div>
  );
}
