/** The menu items that copy or save a figure as a picture. */
import type { Picture } from '../../shared/report/drawings/picture.ts';
import { useText } from '../i18n/i18n.tsx';
import { useLightPictures } from '../state/paper.ts';
import { useTheme } from '../state/theme.ts';
import { copyImage, copyText } from '../ui/clipboard.ts';
import { offerDownload } from '../ui/download.ts';
import type { MenuItem } from '../ui/Menu.tsx';
import { showToast } from '../ui/Toast.tsx';
import { fileNameOf } from './file-name.ts';
import { toPng } from './png.ts';

/** Nobody needs the drawing of pictures before one is wanted. */
const loadPictures = () => import('./pictures.ts');
export type PictureMaker = (draw: Awaited<ReturnType<typeof loadPictures>>) => Picture;

type Format = 'png' | 'svg';

/** `latest`: how to make it, read when it is wanted. */
export function usePictureItems(latest: { readonly current: PictureMaker }): readonly MenuItem[] {
  const text = useText('take');
  const isDark = useTheme() === 'dark';
  const [isLight, setLight] = useLightPictures();
  const take = async (format: Format, wanted: 'copy' | 'save') => {
    try {
      const draw = await loadPictures();
      const picture = latest.current(draw);
      const drawn = draw.drawPicture(picture, isDark && !isLight ? 'dark' : 'light');
      const name = fileNameOf(picture.title, format);
      if (format === 'svg') {
        if (wanted === 'copy' && (await copyText(drawn.svg))) return showToast(text('copied.svg'));
        offerDownload(name, drawn.svg);
      } else {
        const { image, width, height } = await toPng(drawn);
        if (wanted === 'copy' && (await copyImage(image))) return showToast(text('copied.png', { width, height }));
        offerDownload(name, image);
      }
      showToast(text(wanted === 'copy' ? 'savedInstead' : 'saved', { name }));
    } catch (error) {
      showToast(text('notDrawn', { reason: (error as Error).message }));
    }
  };
  const item = (wanted: 'copy' | 'save', format: Format): MenuItem => ({
    label: text(`${wanted}.${format}`),
    onSelect: () => void take(format, wanted),
  });
  return [
    item('copy', 'png'),
    item('copy', 'svg'),
    item('save', 'png'),
    item('save', 'svg'),
    ...(isDark ? (['separator', { check: text('light'), checked: isLight, onChange: setLight }] as const) : []),
  ];
}
