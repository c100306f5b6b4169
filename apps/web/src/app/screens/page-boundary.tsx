import { Component, type ReactNode } from 'react';
import { type Location, useLocation } from 'react-router';
import { PageFailure } from './page-failure.tsx';

interface BoundaryProps {
  readonly at: Location;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly at: Location;
  readonly failure: { readonly error: unknown } | null;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: this.props.at, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } };
  }

  /** Whoever goes on to another page has left the failure behind. */
  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return at === state.at ? null : { at, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <PageFailure error={failure.error} />;
  }
}

/** Says so in place of a page that threw. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={useLocation()}>{children}</Boundary>;
}
