import { Component } from 'react'
import type { ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Renders the replacement for the failed content; `tryAgain` mounts the content anew. */
  renderFailed: (tryAgain: () => void) => ReactNode
  children: ReactNode
}

/** Catches errors that its content throws while rendering. */
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
