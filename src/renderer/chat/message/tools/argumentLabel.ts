import { visibleText } from '../../../ui/visibleText.ts'

/** Returns an argument's name as the user reads it: in quotation marks where blanks would be missed. */
export function argumentLabel(name: string): string {
  const isPlain = name !== '' && !/^\s|\s$|\s\s|[^\S ]/u.test(name)
  return visibleText(isPlain ? name : JSON.stringify(name))
}
