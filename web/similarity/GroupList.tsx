import { Anchor, Paper, SimpleGrid, Text, Title, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { languageNameOf } from '../platform/languages.ts';
import type { ProgramGroup } from './groups.ts';
import { pairPath } from '../platform/page-paths.ts';
import { showPart } from '../ui/progress/show-part.ts';

interface GroupListProps {
  groups: readonly ProgramGroup[];
  names: ReadonlyMap<string, { name: string; studentId: string }>;
  /** The address of the comparison. */
  path: string;
}

const MAX_NAMES = 8;

/** Groups of similar programs above the threshold. */
export function GroupList({ groups, names, path }: GroupListProps) {
  return (
    <section>
      <Title order={2} mb="sm">
        Groups
      </Title>
      {groups.length === 0 ? (
        <Text c="dimmed">No programs share this much. Lower the percentage to see more.</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
          {groups.map((group) => (
            <Paper key={`${group.language} ${group.members[0]}`} withBorder p="md">
              <Title order={3}>
                {group.members.length} programs in {languageNameOf(group.language)}
              </Title>
              <Text size="sm" c="dimmed">
                {group.lowest === group.highest
                  ? `${showPart(group.highest)} alike`
                  : `Similarity of pairs: ${showPart(group.lowest)} to ${showPart(group.highest)}`}
              </Text>
              <Text size="sm" my="xs" style={{ overflowWrap: 'anywhere' }}>
                {listNames(group.members.map((member) => names.get(member)?.name ?? ''))}
              </Text>
              <Anchor size="sm" component={Link} to={pairPath(path, group.closest)}>
                Compare the most similar pair
                <VisuallyHidden>
                  {` of ${group.members.length}: ${names.get(group.closest.one)?.name ?? ''}`}
                </VisuallyHidden>
              </Anchor>
            </Paper>
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
