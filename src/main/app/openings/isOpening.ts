import { switches } from '../../commandLine/switches.ts'

/** Whether an argument is a link or a file. Switches are left to Chromium. */
export const isOpening = (argument: string): boolean => argument !== '' && !argument.startsWith('-')

/** Whether a start is to open no window. A link or a file needs one. */
export function isHiddenStart(given: readonly string[]): boolean {
  return given.includes(switches.hidden) && !given.some(isOpening)
}
