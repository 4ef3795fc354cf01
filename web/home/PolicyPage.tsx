import { Page } from '../ui/frame/Page.tsx';
import { Prose } from '../ui/text/Prose.tsx';
import { InstitutionName } from './InstitutionName.tsx';

export function PolicyPage() {
  return (
    <Page heading="Policy" width="reading">
      <Prose>
        <p>
          How V-labs is used at <InstitutionName />, and what it keeps about you.
        </p>
        <h2>Use</h2>
        <ul>
          <li>
            Your account is yours alone. Do not share your password or work under another name.
          </li>
          <li>Hand in work of your own, and name what you took from others.</li>
          <li>
            Programs may use the computer they are given and nothing beyond it. Attempts to break
            out, to overload the service or to read the work of others are recorded and reported.
          </li>
        </ul>
        <h2>What is kept</h2>
        <ul>
          <li>
            Your roll number, name, email address and, in a form that cannot be read back, your
            password.
          </li>
          <li>
            The programs you run with their results, what you hand in, and your answers and scores
            in tests.
          </li>
          <li>
            When and from which address and browser you signed in, so that you can check and end
            your sessions.
          </li>
        </ul>
        <h2>Who sees it</h2>
        <p>
          You see your own data. Admins, who are the teachers and lab assistants, see the work and
          the results of students. Other students see nothing of yours.
        </p>
        <h2>In your browser</h2>
        <p>
          V-labs stores your sign-in, your settings and unsaved work in this browser. It sets no
          cookies and loads nothing from other sites.
        </p>
      </Prose>
    </Page>
  );
}
