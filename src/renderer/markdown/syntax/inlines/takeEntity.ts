import { decodeEntity, matchEntity } from '../characters.ts'
import { isUnfinishedEntity } from './growingEnd.ts'
import { appendNode } from './nodeList.ts'
import type { NodeList } from './nodeList.ts'

/** Adds the character of the entity at a position, or its `&`. Returns the position behind it. */
export function takeEntity(
  list: NodeList,
  text: string,
  position: number,
  growing: boolean,
): number {
  const written = matchEntity(text, position)
  const character = written && decodeEntity(written)
  if (written === undefined && growing && isUnfinishedEntity(text, position)) return text.length
  appendNode(list, { type: 'text', text: character ?? '&' })
  return position + (written && character !== undefined ? written.length : 1)
}
