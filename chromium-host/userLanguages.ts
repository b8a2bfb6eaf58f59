/** Returns the languages that the user's environment asks for, as BCP 47 tags, at least one. */
export function userLanguages(env: NodeJS.ProcessEnv = process.env): string[] {
  const { LC_ALL, LC_MESSAGES, LANG, LANGUAGE } = env
  const posix = [LANGUAGE, LC_ALL, LC_MESSAGES, LANG].find(
    (value) => value && !/^(C|POSIX)\b/.test(value),
  )
  const tags = (posix ?? '')
    .split(':')
    .map((tag) => tag.replace(/[.@].*$/, '').replaceAll('_', '-'))
  const known = tags.filter(isLanguage)
  return known.length > 0 ? known : [new Intl.DateTimeFormat().resolvedOptions().locale]
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0 && tag !== ''
  } catch {
    return false
  }
}
