import { Alert, Anchor, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import IconAlertTriangle from '~icons/alert-triangle';
import { listDamagedArchives } from '@vlabs/contract/archives/archives';
import { queryOf } from '../platform/calls/query-of.ts';

/** Warns campus admins of archives whose file is missing or was changed; nothing if all are whole. */
export function DamagedArchives() {
  const { data = [] } = useQuery(queryOf(listDamagedArchives, {}));
  if (data.length === 0) return null;
  return (
    <Alert
      color="red"
      mb="md"
      icon={<IconAlertTriangle aria-hidden />}
      title="Sealed archives are damaged"
    >
      Their files are missing or differ from their hashes. Have the operator restore them from a
      backup.
      <List size="sm" mt="xs">
        {data.map(({ uniqueId, topic, number }) => (
          <List.Item key={`${uniqueId} ${number}`}>
            <Anchor
              component={Link}
              inherit
              underline="always"
              to={`/admin/dashboard/performance?quiz=${uniqueId}`}
            >
              Archive {number} of {topic}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
