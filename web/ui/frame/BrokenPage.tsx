import { Page } from './Page.tsx';
import { Failed } from '../states.tsx';

/** Stands in for a page that could not be loaded or broke while it was shown. */
export function BrokenPage() {
  return (
    <Page heading="This page did not open" width="reading">
      <Failed
        message="The connection may be down, or V-labs was updated while you had it open. What you saved is kept. Load the page again to go on."
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}
