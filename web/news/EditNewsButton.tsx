import { Button } from '@mantine/core';
import IconPencil from '~icons/pencil';
import { Link } from 'react-router';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';

/** Link from the home page to the news editor, for users who may edit news. */
export function EditNewsButton() {
  if (!useIsCampusAdmin()) return null;
  return (
    <Button
      variant="default"
      component={Link}
      to="/admin/dashboard/news"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      Edit news
    </Button>
  );
}
