import { expect, test } from 'vitest'
import { checkElectron, contractTable } from '../../scripts/contract.mjs'
import { temporaryFolder } from './temporaryFolder.ts'

test('the table has a row for each thing and a column for each runtime', () => {
  const asked = (runtime: string, title: string, status: string) => {
    return { ancestorTitles: [`contract, ${runtime}`], title, status }
  }
  const assertionResults = [
    asked('chromium-host', 'sound plays', 'passed'),
    asked('chromium-host', 'ipc', 'failed'),
    asked('electron', 'sound plays', 'failed'),
  ]
  expect(contractTable({ testResults: [{ assertionResults }] })).toBe(
    [
      '             chromium-host  electron',
      'sound plays  as asked       failed',
      'ipc          failed         not asked',
    ].join('\n'),
  )
  expect(contractTable({})).toBe('')
})

test('without its binary Electron is asked nothing, and a sentence says so', () => {
  expect(() => checkElectron(temporaryFolder())).toThrow(/^Electron’s binary is not here/)
})
