/** What an input of a program is called. */
export const inputName = (isQuery: boolean) => (isQuery ? 'Schema and data' : 'Input');

/** What the pane of a program's input is called. A query reads the tables that its input makes. */
export const inputWords = (isQuery: boolean) =>
  isQuery
    ? {
        heading: 'Schema and Data',
        note: 'run before your SQL',
        placeholder: 'SQL that makes the tables and fills them',
        shortPlaceholder: 'SQL that makes the tables and fills them',
      }
    : {
        heading: 'User Input',
        note: 'stdin',
        placeholder: 'What your program reads, as you would type it',
        shortPlaceholder: 'What the program reads',
      };
