import { Component, type ReactNode } from 'react';

interface OwnBoundaryProps {
  /** Shown instead of children that fail to render. */
  instead: ReactNode;
  children: ReactNode;
}

/**
 * An error boundary: if a part fails, the page around it stays. React supports this in classes
 * only.
 */
export class OwnBoundary extends Component<OwnBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
