/** Faults for which a service refuses the file, or the whole job. */
export const faultCodes = [
  'notUtf8',
  'notObject',
  'mixed',
  'noMessages',
  'messageInvalid',
  'role',
  'noContent',
  'partInvalid',
  'lastRole',
  'callInvalid',
  'callUnanswered',
  'resultWithoutCall',
  'toolUndeclared',
  'argumentsInvalid',
  'weight',
  'weightsZero',
  'image',
  'imageRole',
  'imageTooLarge',
  'tooManyImages',
  'specialToken',
  'preferenceInvalid',
  'tooFew',
] as const

/** Findings that the user may want to act on, although services accept them. */
export const adviceCodes = [
  'byteOrderMark',
  'tooLong',
  'duplicate',
  'nearDuplicate',
  'key',
  'personal',
] as const

export const findingCodes = [...faultCodes, ...adviceCodes] as const
export type FindingCode = (typeof findingCodes)[number]
