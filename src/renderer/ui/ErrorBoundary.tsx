import { Component } from 'react'
import type { ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** What stands in the place of what failed; `tryAgain` shows that anew. */
  renderFailed: (tryAgain: () => void) => ReactNode
  children: ReactNode
}

/** Ends an error that what is in it makes while it is shown. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    console.error('A part of the page could not be shown', error)
  }

  override render(): ReactNode {
    const { renderFailed, children } = this.props
    return this.state.failed ? renderFailed(() => this.setState({ failed: false })) : children
  }
}
