import { Component, type ReactNode } from 'react';

interface OwnBoundaryProps {
  /** What is shown in place of children that cannot be. */
  instead: ReactNode;
  children: ReactNode;
}

/** Whatever a part shows or breaks on, the page around it stays. React has this for classes alone. */
export class OwnBoundary extends Component<OwnBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}
