import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Why a journey is skipped that opens a dialog on a page that axe looks at: the tab then ends with signal 11,
 * inside Firefox, as soon as its driver or axe looks again. Without axe the same dialogs open and close.
 */
export const NO_AXE_WITH_DIALOGS = 'Firefox 153 loses a tab with a dialog in which axe was at work';

/**
 * Brings what is on its way to its end: a message that fades in is no finding. Motion is reduced as
 * a person may ask for it, so a message that closes meanwhile is gone at once; what turns for ever (a
 * loader) turns on. A browser that paints nothing new may give no frame, so a moment will do as well.
 */
async function settle(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(`(async () => {
    const moves = (one) =>
      one.playState !== 'finished' && one.effect?.getComputedTiming().endTime !== Infinity;
    const frame = () => new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 100);
    });
    for (let still = 0; still < 3; ) {
      const moving = document.getAnimations().filter(moves);
      for (const one of moving) one.finish();
      await frame();
      still = moving.length === 0 ? still + 1 : 0;
    }
  })()`);
}

/**
 * What axe finds on the page as it stands, in `within` (a selector) alone where that is given. It
 * runs in the page itself, which keeps it until it is left: a second page, in which axe would put
 * its results together, takes the time of several looks, and the focus.
 */
export async function findings(
  page: Page,
  { within, only }: { within?: string | undefined; only?: string[] } = {},
): Promise<string[]> {
  await settle(page);
  expect(page.frames(), 'axe looks into no frame').toHaveLength(1);
  const isThere = await page.evaluate<boolean>(`'axe' in window`);
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    // No rule of these reads the text of the style sheets, which axe would fetch and parse each time.
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode();
  if (only) axe.withRules(only);
  else axe.withTags(rules);
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`);
    return `${id}: ${places.join('\n')}`;
  });
}

/** Fails where axe finds something or the page scrolls sideways; `where` is said in the failure. */
export async function expectNoFindings(page: Page, where: string, within?: string): Promise<void> {
  expect(await findings(page, { within }), where).toEqual([]);
  const root = 'document.documentElement';
  const excess = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
  expect(excess, `${where} scrolls sideways`).toBe(0);
}

/**
 * Fails if axe finds something in the dark scheme, or something about colours in the light one; no
 * other rule depends on the scheme.
 */
export async function expectNoFindingsInBothSchemes(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await emulateScheme(page, 'dark');
  await expectNoFindings(page, `${where}, dark`);
  await emulateScheme(page, 'light');
  expect(await findings(page, { only: RULES_OF_COLOURS }), `${where}, light`).toEqual([]);
}

async function emulateScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/**
 * Fails where axe finds something in either scheme at any width. The page stays as it is, so that
 * what was opened by hand is looked at in all of them; it ends wide and light.
 */
export async function expectNoFindingsAnywhere(
  page: Page,
  where: string,
  { widths = [360, 768, 1440], within }: { widths?: number[]; within?: string } = {},
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await emulateScheme(page, colorScheme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFindings(page, `${where} at ${width} px, ${colorScheme}`, within);
    }
  }
}
