import { textScale } from '../text-scale.ts';

/** Width of a tile, at the usual text size. */
const HATCH_PX = 6;

/** Diagonal lines, as `--wait-hatch` has them: what is in line. */
export function hatch(ctx: CanvasRenderingContext2D, ink: string, ground: string): CanvasPattern | string {
  const tile = document.createElement('canvas');
  const size = Math.round(HATCH_PX * textScale() * devicePixelRatio);
  tile.width = size;
  tile.height = size;
  const drawn = tile.getContext('2d');
  if (drawn === null) return ink;
  drawn.fillStyle = ground;
  drawn.fillRect(0, 0, size, size);
  drawn.strokeStyle = ink;
  drawn.lineWidth = size / 5;
  // Beyond the corners, so that tiles join.
  for (const shift of [-size, 0, size]) {
    drawn.moveTo(shift - size, size * 2);
    drawn.lineTo(shift + size * 2, -size);
  }
  drawn.stroke();
  return ctx.createPattern(tile, 'repeat') ?? ink;
}
