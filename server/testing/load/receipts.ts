import { createHash } from 'node:crypto';

export type Answers = Readonly<Record<string, string>>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** As the database has them. */
export const canonical = (answers: Answers): string => `{${listMembers(answers).join(',')}}`;

function listMembers(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([number, value]) => `"${number}":${JSON.stringify(value)}`);
}

/** Of the answers, with programs by the hashes of their texts. Written without the server's code. */
export function receiptOf(answers: Answers, programs: readonly number[] = []): string {
  const isProgram = ([number]: [string, string]) => programs.includes(Number(number));
  const all = Object.entries(answers);
  const members = listMembers(Object.fromEntries(all.filter((one) => !isProgram(one))));
  const hashes = all.filter(isProgram).map(([number, answer]) => {
    const { language, drafts }: ProgramAnswer = JSON.parse(answer);
    return [number, { language, sha256: sha256(drafts[language] ?? '') }];
  });
  if (hashes.length > 0) {
    members.push(`"programs":{${listMembers(Object.fromEntries(hashes)).join(',')}}`);
  }
  return sha256(`{${members.join(',')}}`);
}

interface ProgramAnswer {
  language: string;
  drafts: Record<string, string>;
}
