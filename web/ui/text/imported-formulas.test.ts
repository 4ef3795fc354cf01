import { renderToString } from 'katex';
import { describe, expect, test } from 'vitest';
import { convertHtml } from '../../../server/questions/texts/markdown-from-markup.ts';

const signs =
  '≤≥≠≈∞∑∏∫∮√∂∇αβγδεϵζηθϑικλμνξπρσςτυφϕχψωΓΔΘΛΞΠΣΥΦΨΩ→←↔⇒⇔⟹↦∀∃¬∧∨⊕⊗∈∉∋⊂⊆⊃⊇∪∩∅×·÷⋅∗∘±∓°…⋯⋮⋱≡≅∼∝⊥∥∣∠ℝℕℤℚℂℏℓ⌊⌋⌈⌉⟨⟩‖|{}()[]<>=+-−*/!?,.;:%#&_^~\\\'′`"@½²'.split(
    '',
  );
const elements = [
  ...signs.flatMap((sign) => {
    const shown = sign.replace('&', '&amp;').replace('<', '&lt;');
    return [
      `<mi>${shown}</mi>`,
      `<mo>${shown}</mo>`,
      `<mn>${shown}</mn>`,
      `<mtext>a ${shown} b</mtext>`,
      `<mover><mi>x</mi><mo>${shown}</mo></mover>`,
      `<munder><mrow><mi>x</mi><mi>y</mi></mrow><mo>${shown}</mo></munder>`,
      `<munderover><mo>${shown}</mo><mn>1</mn><mi>n</mi></munderover>`,
      `<msubsup><mo>${shown}</mo><mn>1</mn><mo>${shown}</mo></msubsup><mo>${shown}</mo>`,
      `<mo>${shown}</mo><mfrac><mn>1</mn><mi>n</mi></mfrac><mo>${shown}</mo><mo>${shown}</mo>`,
      `<mfenced open="${shown.replace('"', '')}" close=""><mfrac><mn>1</mn><mi>n</mi></mfrac></mfenced>`,
    ];
  }),
  ...['normal', 'bold', 'italic', 'bold-italic', 'double-struck', 'script', 'fraktur'].flatMap(
    (variant) =>
      ['x', 'R', 'α', '1', 'abc'].map((words) => `<mi mathvariant="${variant}">${words}</mi>`),
  ),
  ...['box', 'roundedbox', 'updiagonalstrike', 'downdiagonalstrike', 'top', 'bottom'].map(
    (notation) => `<menclose notation="${notation}"><mi>x</mi></menclose>`,
  ),
  '<mtext>été नमस्ते 日本 “q” — it’s</mtext>',
  '<mtable><mtr><mtd/><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd></mtr></mtable>',
  '<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>',
  '<msup><mrow/><mn>2</mn></msup>',
  '<mphantom><mi>x</mi></mphantom><mspace width="1em"/>',
];

describe('imported MathML is rendered', () => {
  test('as TeX without an error', () => {
    let drawn = 0;
    for (const element of elements) {
      const { text, refusal } = convertHtml(`<math>${element}</math>`);
      if (refusal !== null) continue;
      const tex = text.slice(1, -1);
      expect(() =>
        renderToString(tex, { throwOnError: true, strict: 'ignore', trust: false }),
      ).not.toThrow();
      drawn += 1;
    }
    expect(drawn).toBeGreaterThan(elements.length * 0.9);
  });
});
