import { expect, type Page } from '@playwright/test';

/** Details of a quiz for tests; fields are found by their labels. */
export const details = {
  'Total Questions': '2',
  'Score per Question': '5',
  'Class Name': 'CSE-4',
  'Subject ID': 'Data Structures',
  Topic: 'Stacks',
  'Time Limit': '2hrs 40min',
  Start: '2096-11-01T10:00',
  End: '2096-12-01T18:00',
};

export async function fillDetails(
  page: Page,
  changes: Partial<typeof details> = {},
): Promise<void> {
  for (const [label, value] of Object.entries({ ...details, ...changes })) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

/** One valid question and one invalid. */
const GIFT = `::Order::Which structure is first in, first out? {
  ~Stack
  =Queue
  ~Tree
  ~Graph
}

::Note::Write about trees. {}
`;

export const giftFile = {
  name: 'questions.gift.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(GIFT),
};

/** From the empty form to the builder with its first question open. */
export async function openBuilder(
  page: Page,
  changes: Partial<typeof details> = {},
): Promise<void> {
  await page.goto('/admin/create-quiz');
  await fillDetails(page, changes);
  await page.getByRole('button', { name: 'Create Quiz' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Question builder' })).toBeVisible();
}

export async function writeQuestion(page: Page, title: string, options: string[]): Promise<void> {
  await page.getByLabel('Question Title').fill(title);
  for (const [index, option] of options.entries()) {
    await page.getByLabel(`Option ${index + 1}`, { exact: true }).fill(option);
  }
}

export const markCorrect = (page: Page, option: number) =>
  page.getByRole('radio', { name: `Correct ${option}`, exact: true }).check();

export const questionList = (page: Page) =>
  page.getByRole('navigation', { name: 'Questions of the test' });

export const createButton = (page: Page) =>
  page.getByRole('button', { name: 'Create', exact: true });
