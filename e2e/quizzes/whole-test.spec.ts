import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import {
  createButton,
  markCorrect,
  openBuilder,
  questionList,
  writeQuestion,
} from './quiz-builder-page.ts';
import { sittingOf } from './quiz-sitting.ts';

const PHONE = { width: 360, height: 740 };
const options = ['one', 'two', 'three', 'four'];

test('a test is built and published, sat on a phone that loses the network, read, and its key corrected', async ({
  page,
  browser,
}) => {
  const topic = `Queues ${randomUUID().slice(0, 8)}`;
  const student = await registerStudent(page.request);
  await beSignedIn(page, demoAdmin);

  await test.step('a teacher builds and publishes it', async () => {
    await openBuilder(page, { Topic: topic, Start: '2026-11-01T10:00' });
    await writeQuestion(page, 'Which is one?', options);
    await markCorrect(page, 2);
    await questionList(page)
      .getByRole('button', { name: /^2 Empty/ })
      .click();
    await writeQuestion(page, 'Which is two?', options);
    await markCorrect(page, 2);
    await createButton(page).click();
    await expect(page.getByText(`The test ${topic} is published.`)).toBeVisible();
  });

  await using context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  const phone = await context.newPage();
  await test.step('a student sits it on a phone, and the network is cut', async () => {
    await beSignedIn(phone, student);
    await phone.goto('/tests');
    await phone.getByRole('button', { name: `Start ${topic}` }).tap();
    const asking = phone.getByRole('dialog', { name: `Start ${topic}?` });
    await asking.getByRole('button', { name: 'Start', exact: true }).tap();
    const sitting = sittingOf(phone);
    await sitting.option(1, 1).check();
    await expect(sitting.saved).toHaveText(/^Saved/);
    await context.setOffline(true);
    await phone.getByRole('button', { name: 'Next' }).tap();
    await sitting.option(2, 2).check();
    await expect(sitting.saved).toHaveText('Not saved – retrying');
    await context.setOffline(false);
    await expect(sitting.saved).toHaveText(/^Saved/);
    await sitting.submit.tap();
    const dialog = phone.getByRole('dialog', { name: 'Submit this test?' });
    await dialog.getByRole('button', { name: 'Submit now' }).tap();
    await expect(sitting.counter('Your Score')).toHaveText('5 / 10');
  });

  await test.step('the teacher reads the answers', async () => {
    await page.getByRole('link', { name: 'View Quizzes' }).click();
    await page.getByRole('link', { name: `Live control of ${topic}` }).click();
    await page.getByRole('link', { name: `Answers of ${student.name}` }).click();
    await expect(page.getByRole('heading', { name: `Answers of ${student.name}` })).toBeVisible();
    await expect(page.getByText('Which is one?')).toBeVisible();
    await expect(page.getByText('Correct', { exact: true })).toHaveCount(1);
    await expect(page.getByText('Wrong', { exact: true })).toHaveCount(1);
  });

  await test.step('the teacher corrects a key, and the student has the points', async () => {
    await page.goBack();
    await page.getByRole('link', { name: 'Results and keys' }).click();
    await page.getByRole('link', { name: 'Correct the key of question 1' }).click();
    await page.getByRole('checkbox', { name: 'one' }).check();
    await page.getByLabel('Reason').fill('Option 1 is right.');
    await page.getByRole('button', { name: 'Apply the correction' }).click();
    const question = page.getByRole('dialog', { name: 'Mark 1 attempt again?' });
    await question.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Questions' })).toContainText('1 × one (right)');
    await phone.reload();
    await expect(sittingOf(phone).counter('Your Score')).toHaveText('10 / 10');
    await expect(phone.getByText('Your teacher corrected the answer key')).toBeVisible();
  });
});
