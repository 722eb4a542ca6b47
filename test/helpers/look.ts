/** How a screen looks: to whoever does not see it, in both themes and in both sizes. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 1024, height: 768 };

export type Look = { readonly width: number; readonly height: number; readonly colorScheme: 'light' | 'dark' };

export const LOOKS: readonly Look[] = [LARGE, SMALL].flatMap((size) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...size, colorScheme })),
);
/** Each theme and each size once: what axe finds in one theme does not depend on the size, nor the other way round. */
const HEARD: readonly Look[] = [
  { ...SMALL, colorScheme: 'dark' },
  { ...LARGE, colorScheme: 'light' },
];
/** What of the rules that axe asks by itself depends on colours or sizes: all that is asked again in another look of the same page. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

export async function takeLook(page: Page, { width, height, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await takeTheme(page, colorScheme);
}

async function takeTheme(page: Page, colorScheme: Look['colorScheme']): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The theme, and charts that follow the size, are drawn in the next frames; colours may take a moment longer.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.all(changing.map(({ finished }) => finished.catch(() => {})));
  });
}

/** Nothing for axe to find, in each theme and each size. */
async function expectHeard(page: Page, inside: string): Promise<void> {
  for (const [index, look] of HEARD.entries()) {
    await takeLook(page, look);
    expect(await findFaults(page, inside, index === 0 ? null : OF_LOOKS), JSON.stringify(look)).toEqual([]);
  }
}

/** Nothing for axe to find in either theme, of what would close if the window changed its size. */
export async function expectHeardInThemes(page: Page, inside: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await takeTheme(page, colorScheme);
    await page.locator(inside).waitFor();
    expect(await findFaults(page, inside), colorScheme).toEqual([]);
  }
}

/** `rules`: of axe; null: all. */
export async function findFaults(page: Page, inside = 'body', rules: string[] | null = null): Promise<string[]> {
  // All in one call and without a selector for each element that is well: half the time. "Legacy" is only that other origins are not heard.
  const axe = new AxeBuilder({ page })
    .include(inside)
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = await axe.analyze();
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html.slice(0, 300)).join(' | ')}`);
}

export async function expectNothingWider(page: Page): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(sideways, 'pixels that stick out to the right').toBeLessThanOrEqual(0);
}

interface GoodLooks {
  /** The part of the page that is heard. */
  readonly inside?: string;
  /** What else is to be done in each look. */
  readonly each?: (look: Look) => Promise<unknown>;
}

/** Everything that is asked of a screen, in all its looks. */
export async function expectGoodLooks(page: Page, { inside = 'body', each }: GoodLooks = {}): Promise<void> {
  for (const look of LOOKS) {
    await takeLook(page, look);
    await expectNothingWider(page);
    await each?.(look);
  }
  await expectHeard(page, inside);
}
