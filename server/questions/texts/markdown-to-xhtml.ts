import { encodeCharacters } from './character-references.ts';
import { convertHtml } from './markdown-from-markup.ts';

/**
 * Markdown as paragraphs and code that every QTI reader shows, if reading it back gives the same text; otherwise the
 * Markdown itself, preformatted and marked.
 */
export function writeXhtml(markdown: string): string {
  return findXhtml(markdown) ?? `<pre class="markdown">${encodeCharacters(markdown)}</pre>`;
}

/** Markdown as HTML for browsers and Moodle; null if reading it back gives another text. */
export function findXhtml(markdown: string): string | null {
  const written = writeBlocks(markdown);
  return convertHtml(written).text === markdown ? written : null;
}

function writeBlocks(markdown: string): string {
  return markdown
    .split(/\n\n(?=```)|(?<=\n```)\n\n/)
    .map((part) => {
      const code = /^```([\w+#-]*)\n([^]*)\n```$/.exec(part);
      return code ? writeCode(code[1] ?? '', code[2] ?? '') : writeParagraphs(part);
    })
    .join('');
}

function writeCode(language: string, code: string): string {
  const marked = language === '' ? '' : ` class="language-${language}"`;
  return `<pre><code${marked}>${encodeCharacters(code)}</code></pre>`;
}

const writeParagraphs = (markdown: string): string =>
  markdown
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.split('  \n').map(writeLine).join('<br/>')}</p>`)
    .join('');

/** Code spans and formulas become elements; everything else stays. */
function writeLine(line: string): string {
  return line
    .split(/(`[^`\n]+`|\$\$[^$\n]+\$\$|\$[^$\n]+\$|\*\*[^*\n]+\*\*)/)
    .map((part) => {
      if (/^`.+`$/.test(part)) return `<code>${encodeCharacters(part.slice(1, -1))}</code>`;
      if (/^\*\*.+\*\*$/.test(part)) return `<b>${writeLine(part.slice(2, -2))}</b>`;
      if (/^\$\$.+\$\$$/.test(part)) return encodeCharacters(part);
      if (/^\$.+\$$/.test(part)) return encodeCharacters(`\\(${part.slice(1, -1)}\\)`);
      return encodeCharacters(part.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'));
    })
    .join('');
}
