import { icons } from '@iconify-json/tabler';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ASKED = '~icons/';
/** A name that begins so belongs to a plugin, so that no other looks for its file. */
const OURS = `\0${ASKED}`;
/** What every icon of lines says of them: said once, by the icon as a whole. */
const LINES =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const MAKE_ICON = join(import.meta.dirname, 'ui/make-icon.tsx');

/**
 * Gives the pages `~icons/<name>`, a component with the icon of that name from tabler.io/icons. Each is a
 * module of its own, so that a part of the pages brings the icons that it shows and no others.
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
      if (icon === undefined) throw new Error(`Tabler has no icon of the name "${name}".`);
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
