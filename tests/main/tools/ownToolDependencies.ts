import type { OwnToolDependencies } from '../../../src/main/tools/ownTool.ts'
import { publicHosts } from '../../../src/main/network/hostRule.ts'

const worker = (name: string) => new URL(`../../../src/main/tools/${name}.ts`, import.meta.url)

/** Without chats, and with the real threads. */
export const dependencies: OwnToolDependencies = {
  searchChats: () => [],
  readText: () => Promise.resolve({ names: [] }),
  pages: publicHosts,
  workers: { readPage: worker('readPageWorker'), calculate: worker('calculateWorker') },
}
