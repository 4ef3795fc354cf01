/** A document to print. Texts are as people wrote them; the process that compiles them makes them printable. */
export interface PrintedDocument {
  title: string;
  /** The lines above and below each page. The number of the page is at the right of the lower line. */
  header: { left: string; right: string };
  footer: string;
  /** The inner margin, for documents that are bound. */
  hasBindingMargin: boolean;
  /** Archives last (PDF/A-2a); a document for a person is accessible (PDF/UA-1). */
  standard: 'archive' | 'accessible';
  /** The date of the document, so that equal content gives equal bytes. */
  at: Date;
  blocks: Block[];
}

export interface PrintedOption {
  letter: string;
  /** Markdown. */
  text: string;
  /** What is said of the option, such as "chosen" and "correct". */
  remark?: string;
  isFramed?: boolean;
}

export interface TableColumn {
  title: string;
  /** A share of the width; null for as wide as the content. */
  share: number | null;
  align?: 'left' | 'right' | 'center';
}

export type Block =
  | {
      block: 'heading';
      /** Headings become bookmarks. */
      level: 1 | 2 | 3;
      text: string;
      /** At the right end of the line, such as marks. */
      aside?: string;
      /** What a row of `contents` refers to. */
      anchor?: string;
    }
  | { block: 'text'; text: string; look?: 'muted' | 'strong' | 'large' | 'title' | undefined }
  | { block: 'markdown'; text: string }
  | { block: 'code'; text: string; hasLineNumbers: boolean; maxLines: number }
  | { block: 'options'; options: PrintedOption[] }
  /** Labels with values, in one or two columns. */
  | { block: 'fields'; fields: [string, string][]; columns?: 1 | 2 }
  | { block: 'table'; columns: TableColumn[]; rows: string[][]; rowMm?: number }
  /** A table whose rows end in the page of their anchor, if they have one, and an empty column for signatures. */
  | { block: 'contents'; columns: TableColumn[]; rows: { cells: string[]; anchor: string }[] }
  | { block: 'signatures'; titles: string[] }
  /** Empty lines to write on. */
  | { block: 'lines'; count: number }
  /** Empty boxes, one a character. */
  | { block: 'boxes'; label: string; count: number }
  /** Circles to fill in, one row a question. */
  | { block: 'circles'; rows: { label: string; letters: string[] }[] }
  /** Stays on one page, unless it is long. */
  | { block: 'keep'; blocks: Block[] }
  /** A number in the margin, and marks at the right end. */
  | { block: 'numbered'; number: string; aside: string; blocks: Block[] }
  | { block: 'center'; blocks: Block[] }
  /** A letter in a box, beside lines of text. */
  | { block: 'boxed letter'; letter: string; blocks: Block[] }
  | { block: 'space'; mm: number }
  | { block: 'rest of page' }
  | { block: 'new page' };
