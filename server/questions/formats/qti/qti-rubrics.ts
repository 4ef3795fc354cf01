import { type XmlElement, descendantsOf } from '../../texts/xml-tree.ts';

const viewsOf = ({ attributes }: XmlElement): string[] =>
  (attributes.get('view') ?? '').toLowerCase().split(/\s+/).filter(Boolean);

/** A text that is not for students; one that does not say for whom it is may hold the answer. */
export const isHiddenRubric = (element: XmlElement): boolean =>
  element.name === 'rubricblock' && !viewsOf(element).includes('candidate');

/** What is left out of an item because students must not see it. */
export function listHiddenRubrics(item: XmlElement): string[] {
  return descendantsOf(item, 'rubricblock')
    .filter(isHiddenRubric)
    .map((rubric) => {
      const views = viewsOf(rubric).join(', ').slice(0, 80);
      return views === ''
        ? 'A text that doesn’t say who reads it was not imported.'
        : `A text for others than students was not imported (${views}).`;
    });
}
