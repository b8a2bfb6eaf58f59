import { Fragment } from 'react'
import type { ReactNode } from 'react'

/**
 * Shows short facts in a row. Each has its own direction: a host or a name in Latin letters would
 * otherwise draw the number beside it to its own side in a text from right to left.
 */
export function Facts({ facts }: { facts: readonly ReactNode[] }): ReactNode {
  const shown = facts.filter((fact) => fact !== '' && fact !== false && fact !== null)
  return shown.map((fact, at) => (
    <Fragment key={at}>
      {at > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ))
}
