import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { killAfter } from '../../killAfter.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import type { ToolReport } from './killedToolProcess.ts'

const killedProcess = fileURLToPath(new URL('killedToolProcess.ts', import.meta.url))
const kills = 12
const maxKills = 40
const maxRunMilliseconds = 250

test('kills at any moment, and Continue after each, run no call twice and none unasked', async () => {
  const path = historyPath(temporaryFolder())
  const reports: ToolReport[] = []
  let interrupted = 0
  const runs = () => reports.filter(({ type }) => type === 'ran').length
  // A busy machine runs few calls before it is killed.
  for (let kill = 0; kill < kills || (runs() <= kills && kill < maxKills); kill++) {
    const run = await killAfter<ToolReport>(killedProcess, path, Math.random() * maxRunMilliseconds)
    reports.push(...run.reports)
    const database = openDatabase({ path, migrations })
    const rows = database.all(`SELECT id FROM message WHERE status IN ('streaming', 'awaiting')`)
    interrupted += rows.length
    database.close()
  }
  const allowed = new Set<string>()
  const ran = new Set<string>()
  for (const report of reports) {
    if (report.type === 'allowed') allowed.add(report.call)
    if (report.type !== 'ran') continue
    expect(ran).not.toContain(report.call)
    ran.add(report.call)
    if (report.tool === 'mail') expect(allowed).toContain(report.call)
  }
  // The kills came while answers were written.
  expect(interrupted).toBeGreaterThan(0)
  expect(ran.size).toBeGreaterThan(kills)
}, 120_000)
