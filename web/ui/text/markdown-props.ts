export interface MarkdownProps {
  text: string;
  /** The level of the highest heading in the text, so that it stands below the page's own headings. */
  topHeadingLevel?: 2 | 3 | 4;
  /** One line among other words, such as an option of a question: paragraphs are not set apart. */
  isInline?: boolean;
}
