/** Whether the name part of the line's email address contains its roll number. Letter case does not matter. */
export function containsRollNumber(row: Record<string, string>): boolean {
  const rollNumber = (row['Roll no'] ?? '').trim().toLowerCase();
  const [name = ''] = (row['Email ID'] ?? '').toLowerCase().split('@');
  return rollNumber !== '' && name.includes(rollNumber);
}
