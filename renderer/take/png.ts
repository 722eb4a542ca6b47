/** A picture as pixels: the browser draws the SVG, which loads nothing, on a canvas. */
import type { DrawnPicture } from '../../shared/report/drawings/picture.ts';

/** Sharp on screens of today and in print. */
const SCALE = 2;
/** Longer sides are refused by canvases. */
const MOST_PIXELS = 16_000;

export async function toPng({ svg, width, height }: DrawnPicture): Promise<{ image: Blob; width: number; height: number }> {
  const scale = Math.min(SCALE, MOST_PIXELS / Math.max(width, height));
  const drawing = new Image();
  // The page's policy lets in images of this form, not of blobs.
  drawing.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await drawing.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (image === null) throw new Error('too large');
  return { image, width: canvas.width, height: canvas.height };
}
