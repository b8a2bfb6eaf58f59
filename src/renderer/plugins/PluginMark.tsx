import type { ReactNode } from 'react'
import { LetterMark } from '../ui/layout/LetterMark.tsx'

interface PluginMarkProps {
  title: string
  /** An emoji. Of a picture's address nothing is fetched. */
  avatar: string | null
}

/** Shows a plugin's emoji, or the first letter of its name. */
export function PluginMark({ title, avatar }: PluginMarkProps): ReactNode {
  if (avatar === null || !/^\p{RGI_Emoji}$/v.test(avatar)) {
    return <LetterMark name={title} size="large" />
  }
  return (
    <span aria-hidden className="grid size-7.5 shrink-0 place-items-center text-xl leading-none">
      {avatar}
    </span>
  )
}
