import { expect, test } from '@playwright/test';
import { makeProgramQuiz } from '../../quizzes/program-question.ts';
import { sittingOf } from '../../quizzes/quiz-sitting.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';

for (const { pastes, arrives, noted } of [
  { pastes: 'told', arrives: true, noted: 1 },
  { pastes: 'allowed', arrives: true, noted: 0 },
  { pastes: 'blocked', arrives: false, noted: 1 },
]) {
  test(`Rule 12: a text from elsewhere pasted into a program, if pastes are ${pastes}`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const quiz = await makeProgramQuiz(page.request, { pastes });
    const student = await registerStudent(page.request);
    await beSignedIn(page, student);
    await page.goto(quiz.path);
    const editor = page.getByRole('textbox', { name: 'C program' });
    await editor.click();
    await page.keyboard.press('Control+a');

    // Copied in the test itself: always free.
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+v');
    await expect(editor).toContainText(/int main[^]*int main/);

    await page.evaluate("navigator.clipboard.writeText('/* from elsewhere */')");
    await page.keyboard.press('Control+v');
    if (arrives) await expect(editor).toContainText('from elsewhere');
    else {
      await expect(page.getByText('Pasting texts from elsewhere is not allowed')).toBeVisible();
      await expect(editor).not.toContainText('from elsewhere');
    }
    await expect(sittingOf(page).saved).toHaveText(/^Saved/);

    await beSignedIn(page, demoAdmin);
    await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}`);
    await expect(page.getByRole('table', { name: 'Timeline' })).toContainText('Started');
    await expect(page.getByText('Pasted text from elsewhere')).toHaveCount(noted);
  });
}
