import type { CSSProperties, ReactNode } from 'react'
import { LetterMark } from '../../ui/layout/LetterMark.tsx'
import { markOf } from './providerMarks.ts'

interface ServiceMarkProps {
  /** The id in the table of services or of local servers; null for any other server. */
  presetId: string | null | undefined
  name: string
  size?: 'small' | 'large'
}

/** Shows the mark of a service's maker, or the first letter of its name if there is none. */
export function ServiceMark({ presetId, name, size = 'small' }: ServiceMarkProps): ReactNode {
  const mark = markOf(presetId)
  if (mark === undefined) return <LetterMark name={name} size={size} />
  // As a mask, so that it has the color of the text in each theme.
  const style = { '--mark-picture': `url("${mark}")` } as CSSProperties
  return <span aria-hidden data-size={size} className="maker-mark" style={style} />
}
