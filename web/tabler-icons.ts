import { icons } from '@iconify-json/tabler';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ASKED = '~icons/';
/** Rollup's convention for ids that belong to one plugin. */
const OURS = `\0${ASKED}`;
/** Attributes that all outline icons share; the icon component sets them. */
const LINES =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const MAKE_ICON = join(import.meta.dirname, 'ui/make-icon.tsx');

/**
 * Provides `~icons/<name>`, a component with that icon of tabler.io/icons. Each is a separate
 * module, so a page loads only the icons that it shows.
 */
export function tablerIcons(): Plugin {
  return {
    name: 'tabler-icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(ASKED) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(OURS)) return null;
      const name = id.slice(OURS.length);
      const icon = icons.icons[name];
      if (icon === undefined) throw new Error(`Tabler has no icon named "${name}".`);
      const kind = icon.body.includes(LINES) ? 'lines' : 'filled';
      const words = [name, kind, icon.body.replaceAll(LINES, '')].map((word) =>
        JSON.stringify(word),
      );
      const code = `import { makeIcon } from ${JSON.stringify(MAKE_ICON)};
export default /* @__PURE__ */ makeIcon(${words.join(', ')});`;
      return { code, moduleSideEffects: false };
    },
  };
}
