import { type Found, shorten } from '../../reading/plain-question.ts';
import { type XmlElement, childOf, childrenOf, descendantsOf } from '../../texts/xml-tree.ts';
import { type Structure, findUnread, nameOf, oneOf } from '../unread-parts.ts';

/** What of a test and its sections is no question; times and orders are settings of a test here. */
const STRUCTURE: Structure = {
  assessmenttest: oneOf('testpart outcomedeclaration contextdeclaration stylesheet'),
  testpart: oneOf('assessmentsection assessmentsectionref itemsessioncontrol'),
  assessmentsection: oneOf('assessmentitemref itemsessioncontrol selection'),
  assessmentitemref: oneOf('itemsessioncontrol weight'),
};

const OTHER_WEIGHTS = 'The first of its weights was imported, and no other.';

/** The points of a question if a test multiplies its score by a weight, or else those that its item states. */
export function weigh(points: string, reference: XmlElement | undefined): string {
  const weight = childOf(reference, 'weight')?.attributes.get('value')?.trim() ?? '';
  if (weight === '' || points.trim() === '') return weight || points;
  return Number(points) === 1 ? weight : String(Number(points) * Number(weight));
}

/** What is lost of a test: texts of sections, draws, limits and conditions. */
export function listLostOfTest(test: XmlElement): Found[] {
  const parts = [test, ...descendantsOf(test, ...Object.keys(STRUCTURE))];
  return parts.flatMap((part) => {
    const own = { [part.name]: STRUCTURE[part.name] ?? oneOf('') };
    const unread = findUnread(part, own).map(
      (element) => `Its ${nameOf(element)} was not imported.`,
    );
    const drawn = childOf(part, 'selection')?.attributes.get('select');
    const draw =
      drawn === undefined
        ? []
        : [
            `The draw of ${drawn.slice(0, 9)} of its questions was not imported; all questions were.`,
          ];
    const weights = childrenOf(part, 'weight').length > 1 ? [OTHER_WEIGHTS] : [];
    return [...draw, ...weights, ...unread].map((reason) => ({
      title: '',
      item: nameItem(part),
      reason,
    }));
  });
}

function nameItem({ name, attributes }: XmlElement): string {
  const kind = Object.hasOwn(NAMES, name) ? NAMES[name] : 'Test';
  return `${kind} “${shorten(attributes.get('title') ?? attributes.get('identifier') ?? '')}”`;
}

const NAMES: Record<string, string> = {
  testpart: 'Part',
  assessmentsection: 'Section',
  assessmentitemref: 'Reference',
};
