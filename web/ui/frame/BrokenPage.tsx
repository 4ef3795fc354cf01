import { Page } from './Page.tsx';
import { Failed } from '../states.tsx';

/** Shown if a page could not be loaded or failed to render. */
export function BrokenPage() {
  return (
    <Page heading="This page could not be opened" width="reading">
      <Failed
        message="The connection may be down, or V-labs was updated in the meantime. Your saved work is kept; reload the page to continue."
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}
