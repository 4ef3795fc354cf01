import { Page } from '../ui/frame/Page.tsx';
import { Prose } from '../ui/text/Prose.tsx';
import { InstitutionName } from './InstitutionName.tsx';

export function AboutPage() {
  return (
    <Page heading="About" width="reading">
      <Prose>
        <p>
          V-labs is the virtual programming lab and quiz platform of <InstitutionName />. It brings
          programming, assignments and tests into the browser. You don’t need to install anything.
        </p>
        <h2>For students</h2>
        <ul>
          <li>Write and run programs in C, C++, Java and Python in the Workspace.</li>
          <li>See assignments, download them and hand in your work.</li>
          <li>Take timed multiple-choice tests that are assigned to you.</li>
        </ul>
        <h2>For lab assistants and teachers</h2>
        <ul>
          <li>Upload the student list as a .csv file.</li>
          <li>Create assignments and tests, and follow how the class is doing.</li>
        </ul>
        <h2>How programs are run</h2>
        <p>
          Each program runs in its own sandbox, with limits on time, memory and output. It has no
          access to the network or to other people’s files.
        </p>
      </Prose>
    </Page>
  );
}
