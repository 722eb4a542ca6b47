/** What can be chosen, percent of the usual size of text. */
export const TEXT_SIZES = [90, 100, 110, 125, 150] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export function findTextSize(value: unknown): TextSize | undefined {
  return TEXT_SIZES.find((size) => size === value);
}
