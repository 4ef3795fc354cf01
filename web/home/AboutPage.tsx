import { Page } from '../ui/frame/Page.tsx';
import { Prose } from '../ui/text/Prose.tsx';
import { InstitutionName } from './InstitutionName.tsx';

export function AboutPage() {
  return (
    <Page heading="About" width="reading">
      <Prose>
        <p>
          V-labs is the virtual programming lab and quiz platform of <InstitutionName />. It brings
          the programming lab, its assignments and its tests into the browser, so that nothing needs
          to be installed.
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
          <li>Create assignments and quizzes, and follow how the class is doing.</li>
        </ul>
        <h2>How programs are run</h2>
        <p>
          Each program runs on its own, confined and with limits on time, memory and output. It
          reaches neither the network nor the files of anybody else.
        </p>
      </Prose>
    </Page>
  );
}
