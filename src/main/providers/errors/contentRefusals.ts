/** Matches refusals of a single file, as opposed to all files. */
const unusable =
  /(?<!message )formats?\b|corrupt|too (?:large|many|big)|could not be (?:read|downloaded)/i

/** Tells whether a refusal is about the file that was sent, such as its size, and not its kind. */
export function isAboutOneFile(answer: string): boolean {
  return unusable.test(answer)
}

/**
 * Matches refusals of one kind of content: by the type of its part ("unknown variant `file`"), or by
 * its name ("PDF is not supported"). Other types may be listed as what is expected.
 */
export function refusalOfPart(types: string, names: string): RegExp {
  const isRefused = `(?:variant|value:?|tag|part type:?|content type:?|type) ['"\`]?(?:${types})\\b`
  const named = `\\b(?:${names})\\b`
  const lacks = "(?:(?:not|n['’]t) (?:\\w+ )?(?:support|allow|enabl|accept)|unsupported)"
  return new RegExp(
    `${isRefused}|${named}[^.]{0,60}${lacks}|${lacks}[^.]{0,40}${named}(?! of)`,
    'i',
  )
}
