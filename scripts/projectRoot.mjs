import { fileURLToPath } from 'node:url'

/** The repository's top folder, wherever the command was typed. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))
