import { characterEntities } from 'character-entities'

/** The characters that a backslash makes literal; source: CommonMark 0.31.2, 2.4. */
export const escapablePattern = '[!"#$%&\'()*+,./:;<=>?@[\\\\\\]^_`{|}~-]'

const entityPattern = '&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});'
const escapeOrEntity = new RegExp(`\\\\${escapablePattern}|${entityPattern}`, 'g')
const entityAtStart = new RegExp(entityPattern, 'y')

/** Resolves backslash escapes and entities, as in a link's address or a fence's info. */
export function unescapeText(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text
  return text.replace(escapeOrEntity, (found) =>
    found.startsWith('\\') ? found.slice(1) : (decodeEntity(found) ?? found),
  )
}

/** Returns the entity at `index` as it is written; undefined if there is none. */
export function matchEntity(text: string, index: number): string | undefined {
  entityAtStart.lastIndex = index
  return entityAtStart.exec(text)?.[0]
}

/** Returns the character of an entity such as `&amp;` or `&#38;`; undefined for an unknown name. */
export function decodeEntity(entity: string): string | undefined {
  const name = entity.slice(1, -1)
  if (!name.startsWith('#')) {
    return Object.hasOwn(characterEntities, name) ? characterEntities[name] : undefined
  }
  const isHexadecimal = name[1] === 'x' || name[1] === 'X'
  const code = Number.parseInt(name.slice(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 10)
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  if (code === 0 || code > 0x10ffff || isSurrogate) return '\ufffd'
  return String.fromCodePoint(code)
}

/** Percent-encodes the characters that an address may not hold, and keeps encoded ones. */
export function encodeAddress(address: string): string {
  const encoded = address.replace(/%(?![0-9a-fA-F]{2})/g, '%25')
  return encoded
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/[^\w\-.~!*'();/?:@&=+$,#%]+/g, (part) => encodeURIComponent(part))
}
