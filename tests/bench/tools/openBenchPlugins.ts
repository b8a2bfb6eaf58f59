import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../src/main/app/migrations.ts'
import { createMcpServers } from '../../../src/main/mcp/mcpServers.ts'
import { readSource } from '../../../src/main/plugins/intake/readSource.ts'
import { createOpenApiReader } from '../../../src/main/plugins/openapi/readOpenApi.ts'
import { createPluginsInHistory } from '../../../src/main/plugins/pluginsInHistory.ts'
import { createSchemaChecker } from '../../../src/main/plugins/validation/schemaChecker.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import { createKeychain } from '../../../src/main/secrets/keychain.ts'
import { createSecrets } from '../../../src/main/secrets/secrets.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import { sheetChoicesSchema } from '../../../src/shared/plugins/pluginSheet.ts'

const source = (path: string): URL => new URL(`../../../src/main/plugins/${path}`, import.meta.url)

/** Opens the plugins on a database of their own, with a keychain in memory. */
export function openBenchPlugins() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const database = openDatabase({ path: historyPath(folder), migrations })
  const stored = new Map<string, string>()
  const secrets = createSecrets({
    keychain: createKeychain({
      load: () =>
        Promise.resolve({
          getPassword: (_service, account) => Promise.resolve(stored.get(account) ?? null),
          setPassword: (_service, account, key) => Promise.resolve(void stored.set(account, key)),
          deletePassword: (_service, account) => Promise.resolve(stored.delete(account)),
        }),
    }),
    broadcast: () => undefined,
  })
  const servers = createMcpServers({
    marks: createServerMarks(join(folder, 'running')),
    folder,
    ask: () => Promise.reject(new Error('Nobody is there')),
    onState: () => undefined,
  })
  const checker = createSchemaChecker(source('validation/schemaWorker.ts'))
  const readOpenApi = createOpenApiReader(source('openapi/openApiWorker.ts'))
  const plugins = createPluginsInHistory(database, {
    secrets,
    dataFolder: folder,
    broadcast: () => undefined,
    consent: () => Promise.resolve(true),
    read: (given) => readSource(given, { readOpenApi, servers }),
    onRemoved: () => undefined,
    onStopped: () => undefined,
    servers,
    checkArguments: checker.check,
    storeFile: () => Promise.reject(new Error('Nothing is stored here')),
    log: () => undefined,
  })
  const caller = { windowId: 1 }
  return {
    ...plugins,
    checker,
    /** Installs what is at an address of this machine. */
    async install(url: string): Promise<void> {
      const { handlers } = plugins
      const { id } = await handlers.inspect({ source: { kind: 'address', url } }, caller)
      const choices = sheetChoicesSchema.parse({ localNetwork: true })
      await handlers.install({ inspectionId: id, choices }, caller)
    },
    async close(): Promise<void> {
      plugins.close()
      await checker.close()
      await servers.stopAll()
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
