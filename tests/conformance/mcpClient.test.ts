import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { temporaryFolder } from '../main/storage/temporaryFolder.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const suite = join(
  require.resolve('@modelcontextprotocol/conformance/package.json'),
  '../dist/index.js',
)
const client = fileURLToPath(new URL('../fakes/conformanceClient.ts', import.meta.url))

/** Scenarios of the official suite for clients: each takes some seconds, so one stands for its kind. */
const scenarios = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/resource-mismatch',
  'auth/basic-cimd',
  'auth/pre-registration',
  'auth/scope-step-up',
  'auth/2025-03-26-oauth-metadata-backcompat',
]

test.concurrent.for(scenarios)('the official suite passes: %s', async (scenario, { expect }) => {
  const command = `${process.execPath} ${client}`
  const parts = [suite, 'client', '--command', command, '--scenario', scenario]
  // The suite writes its report into the working folder.
  const { stdout, stderr } = await run(process.execPath, parts, { cwd: temporaryFolder() })
  expect(stdout + stderr).toContain('OVERALL: PASSED')
})
