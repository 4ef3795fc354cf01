import { useRouteError } from 'react-router';
import { isNotLoaded } from './not-loaded.ts';
import { Page } from './Page.tsx';
import { Failed } from '../states.tsx';

const reload = () => window.location.reload();

/** Shown if a page could not be loaded or failed to render. */
export function BrokenPage() {
  return isNotLoaded(useRouteError()) ? (
    <Page heading="This page could not be opened" width="reading">
      <Failed
        message="The connection may be down, or V-labs was updated in the meantime. Your saved work is kept; reload the page to continue."
        onRetry={reload}
      />
    </Page>
  ) : (
    <Page heading="This page stopped working" width="reading">
      <Failed
        message="V-labs has a fault here. Your saved work is kept. Reload the page, or choose another one in the menu. If it happens again, tell the person who looks after V-labs what you did before."
        onRetry={reload}
      />
    </Page>
  );
}
