import { AppError } from '../../shared/errors.ts'

/** White space and invisible characters around a key copied from a web page. */
const pasteRemains = /^[\s\u200b-\u200d\u2060\ufeff]+|[\s\u200b-\u200d\u2060\ufeff]+$/g
/** The printable characters of Latin-1, which fetch accepts in a header. */
const headerCharacters = /^[\x21-\x7e\xa1-\xac\xae-\xff]+$/

/** Returns the key in a form that a header can carry. Errors: keyMalformed. */
export function parseKey(key: string): string {
  const clean = key.replace(pasteRemains, '')
  if (!headerCharacters.test(clean)) {
    const reason = clean === '' ? 'is empty' : 'holds characters that no key has'
    throw new AppError('keyMalformed', `The key ${reason}`)
  }
  return clean
}
