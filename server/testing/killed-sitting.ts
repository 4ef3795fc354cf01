import { type QuizChanges, writeQuizForm } from './acts/make-quiz.ts';
import { type Answer, KilledServer } from './killed-server.ts';

/** A killed server with the demo student in the middle of a test. */
export class KilledSitting extends KilledServer {
  readonly #changes: QuizChanges;
  #token = '';
  #quizId = '';

  /** @param changes to the quiz; a program needs a runner in the environment */
  constructor(environment: Record<string, string> = {}, changes: QuizChanges = {}) {
    super(environment);
    this.#changes = changes;
  }

  override async begin(): Promise<void> {
    await super.begin();
    const admin = await this.logIn('admin', 'vlabs-admin');
    this.#token = await this.logIn('2105001', 'vlabs-student');
    const form = writeQuizForm(this.#changes);
    await this.call('POST', '/api/v1/auth/quizData', form, admin);
    this.#quizId = form.unique_id;
    await this.open();
  }

  /** Starts or reopens the attempt. */
  open(): Promise<Answer> {
    const path = `/api/v1/auth/quiz/${this.#quizId}`;
    return this.call('POST', path, { userId: '2105001' }, this.#token);
  }

  save(sequence: number, markedAnswers: object): Promise<Answer> {
    const payload = { userId: '2105001', sequence, markedAnswers };
    return this.call('PUT', `/api/v1/auth/quiz/${this.#quizId}/answers`, payload, this.#token);
  }

  /** The attempt as stored on the server. */
  async held(): Promise<Answer['body']['data']> {
    return (await this.open()).body.data;
  }
}
