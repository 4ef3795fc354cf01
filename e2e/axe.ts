import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Why journeys that open a dialog under axe are skipped in Firefox: the tab ends with signal 11 as soon as the
 * driver or axe checks it again. Without axe the same dialogs open and close.
 */
export const NO_AXE_WITH_DIALOGS = 'Firefox 153 crashes a tab with a dialog that axe has checked';

/**
 * Finishes running animations, because a message that fades in is not a finding. Motion is reduced by preference, so
 * a closing message disappears immediately; endless animations (a loader) keep running. A browser with nothing to
 * paint may produce no frame, so a short delay is enough too.
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
 * The findings of axe on the current page, or only in `within` (a selector). Axe runs in the page and stays there
 * until it is left: a second page, in which axe would collect its results, takes several times as long and steals
 * the focus.
 */
export async function findings(
  page: Page,
  { within, only }: { within?: string | undefined; only?: string[] } = {},
): Promise<string[]> {
  await settle(page);
  expect(page.frames(), 'axe looks into no frame').toHaveLength(1);
  const isThere = await page.evaluate<boolean>(`'axe' in window`);
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    // No rule here reads the text of style sheets, which axe would fetch and parse each time.
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

/** Fails if axe finds anything or the page scrolls sideways. The error contains `where`. */
export async function expectNoFindings(page: Page, where: string, within?: string): Promise<void> {
  expect(await findings(page, { within }), where).toEqual([]);
  const root = 'document.documentElement';
  const excess = await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
  expect(excess, `${where} scrolls sideways`).toBe(0);
}

/**
 * Fails if axe finds anything in the dark scheme, or anything about colours in the light one; no other rule depends
 * on the scheme.
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
 * Fails if axe finds anything in either scheme at any width. The page is not reloaded, so opened parts are checked
 * in all of them. It ends wide and light.
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
