import type { AttemptRow } from '@vlabs/contract/attempts/attempt-control';
import classes from '../control/LiveControlPage.module.css';

/** Feedback of students after their submission. */
export function FeedbackList({ rows }: { rows: AttemptRow[] }) {
  const written = rows.filter(({ feedback }) => feedback !== null);
  if (written.length === 0) return null;
  return (
    <section aria-labelledby="feedback">
      <h2 id="feedback" className={classes.feedbackHeading}>
        Feedback
      </h2>
      <ul className={classes.feedback}>
        {written.map(({ userId, name, feedback }) => (
          <li key={userId}>
            <div className={classes.who}>
              {name}, {userId}
            </div>
            {feedback}
          </li>
        ))}
      </ul>
    </section>
  );
}
