import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { Page } from '../ui/frame/Page.tsx';
import { Prose } from '../ui/text/Prose.tsx';
import { InstitutionName } from './InstitutionName.tsx';

export function ContactPage() {
  const contactEmail = useInstallation().data?.contactEmail ?? null;
  return (
    <Page heading="Contact" width="reading">
      <Prose>
        <p>
          V-labs is run by <InstitutionName />.
          {contactEmail !== null && (
            <>
              {' '}
              Write to{' '}
              <Anchor href={`mailto:${contactEmail}`} underline="always">
                {contactEmail}
              </Anchor>
              .
            </>
          )}
        </p>
        <h2>You cannot sign in</h2>
        <p>
          Ask your lab assistant: an admin can set a new password for you. Have your roll number
          ready. Never tell anyone your old password.
        </p>
        <h2>A question about an assignment or a test</h2>
        <p>
          Ask the teacher of the course. During a test, ask the invigilator immediately; an admin
          can extend the time or reopen the test.
        </p>
        <h2>Something does not work</h2>
        <p>
          Tell your lab assistant what you did, what you saw and when, with the exact message. A
          screenshot helps.
        </p>
        <h2>Your data</h2>
        <p>
          What we store and for how long is described in the{' '}
          <Anchor component={Link} to="/policy" underline="always">
            policy
          </Anchor>
          .
        </p>
      </Prose>
    </Page>
  );
}
