import { fileURLToPath } from 'node:url'

/** The top folder of the repository, in whichever folder the command was typed. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))
