import type { CSSProperties, ReactNode } from 'react'

/** The hues of the marks, in degrees, apart enough to tell neighbours from each other. */
const hues = [18, 48, 88, 140, 185, 222, 262, 300, 340]

interface LetterMarkProps {
  name: string
  size?: 'small' | 'large'
}

/** Shows the first letter of a name on a ground whose colour is the same for the same name. */
export function LetterMark({ name, size = 'small' }: LetterMarkProps): ReactNode {
  const style = { '--hue': hueOf(name) } as CSSProperties
  return (
    <span aria-hidden data-size={size} className="letter-mark" style={style}>
      {firstLetter(name)}
    </span>
  )
}

function firstLetter(name: string): string {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '?'
  return letter.toLocaleUpperCase()
}

function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return hues[sum % hues.length] ?? 0
}
