import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listOwnClasses } from '@vlabs/contract/classes/classes';
import { Link } from 'react-router';
import { TEACHING_PATH } from '../../platform/calls/teaching.ts';
import { ownMarksPath, ownRecordPath } from '../../platform/page-paths.ts';
import { queryOf } from '../../platform/calls/query-of.ts';
import { Loaded } from '../../ui/states.tsx';
import classes from './OwnClasses.module.css';

const JOIN_PATH = '/join';

/** A student's classes and their staff. */
export function OwnClasses() {
  const query = useQuery(queryOf(listOwnClasses, {}));
  return (
    <Loaded query={query} waiting={null} failure="Your classes could not be loaded.">
      {(own) => (
        <section aria-labelledby="classes">
          <div className={classes.head}>
            <Title order={2} id="classes">
              My classes
            </Title>
            <Anchor component={Link} to={JOIN_PATH} size="sm">
              Join a class
            </Anchor>
          </div>
          {own.length === 0 && (
            <Text mt="xs" c="dimmed">
              You’re not in a class yet. Your teacher adds you, or gives you a code to join with.
            </Text>
          )}
          <ul className={classes.list}>
            {own.map(({ classId, name, subject, term, role, sections, teachers }) => (
              <li key={classId} className={classes.row}>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed">
                  {[subject, term.name, ...sections.map((section) => `Section ${section}`)].join(
                    ', ',
                  )}
                </Text>
                {role === 'assistant' && (
                  <Anchor href={TEACHING_PATH} size="sm">
                    You assist: open teaching pages
                  </Anchor>
                )}
                {role === 'student' && (
                  <Group gap="md">
                    <Anchor component={Link} to={ownMarksPath(classId)} size="sm">
                      Your marks
                    </Anchor>
                    <Anchor component={Link} to={ownRecordPath(classId)} size="sm">
                      Your lab record
                    </Anchor>
                  </Group>
                )}
                {teachers.length > 0 && <Text size="sm">{teachers.join(', ')}</Text>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}
