export interface MarkdownProps {
  text: string;
  /** Level of the text's highest heading, below the page's own headings. */
  topHeadingLevel?: 2 | 3 | 4;
  /** Inline, such as an option of a question: no paragraphs. */
  isInline?: boolean;
}
