import { Button } from '@mantine/core';
import IconPencil from '~icons/pencil';
import { Link } from 'react-router';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';

/** The way from the home page to where its news is written, for whoever may. */
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
