import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { getConversation } from '../../../../src/main/chat/history/conversations.ts'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import type { Part } from '../../../../src/shared/chat/parts.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { killAfter } from '../../killAfter.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import type { Report } from './killedProcess.ts'
import { textsOf } from '../testHistory.ts'

const killedProcess = fileURLToPath(new URL('killedProcess.ts', import.meta.url))
const maxLossMilliseconds = 250
const maxRunMilliseconds = 600
const lanes = 2
const killsEach = 25

/** The calls and answers of the killed process. */
const callEnd = 40
const counted = { type: 'toolResult', id: 'call', text: 'counted', failed: false }

const nobody = (): boolean => false

test('fifty kills lose no message, and of a reply no more than its last 250 ms', async () => {
  const counts = await Promise.all(Array.from({ length: lanes }, () => killAgainAndAgain()))
  // Kills came during replies, and after some had ended.
  expect(sum(counts.map((count) => count.interrupted))).toBeGreaterThan(lanes * killsEach * 0.5)
  expect(sum(counts.map((count) => count.finished))).toBeGreaterThan(0)
}, 120_000)

async function killAgainAndAgain(): Promise<{ interrupted: number; finished: number }> {
  const path = historyPath(temporaryFolder())
  const reports: Report[] = []
  const counts = { interrupted: 0, finished: 0 }
  for (let kill = 0; kill < killsEach; kill++) {
    const milliseconds = Math.random() * maxRunMilliseconds
    const { reports: run } = await killAfter<Report>(killedProcess, path, milliseconds)
    const database = openDatabase({ path, migrations })
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    counts.interrupted += recoverInterrupted(database)
    reports.push(...run)
    checkAnswers(database, run)
    checkEarlier(database, reports)
    expect(database.all('SELECT * FROM journal')).toEqual([])
    database.close()
  }
  counts.finished = reports.filter((report) => report.type === 'finished').length
  return counts
}

/**
 * Expects each answer of the run to hold its tokens from the first, without a gap, to shortly
 * before the kill.
 */
function checkAnswers(database: Database, reports: Report[]): void {
  // It ran until then; a busy machine may have stopped it before the kill.
  const lastAt = Math.max(0, ...ofType(reports, 'token').map(({ at }) => at))
  for (const { answerId, questionId, text } of ofType(reports, 'started')) {
    const tokens = ofType(reports, 'token').filter((token) => token.answerId === answerId)
    const finished = ofType(reports, 'finished').find((report) => report.answerId === answerId)
    const answer = getMessage(database, answerId, nobody)
    const said = tokensIn(answer.parts)
    const safe = tokens.filter((token) => token.at < lastAt - maxLossMilliseconds)
    const written = said === '' ? 0 : said.trimEnd().split(' ').length
    expect(said).toBe(tokenText(written))
    expect(written).toBeGreaterThanOrEqual(finished ? finished.tokens : safe.length)
    const results = answer.parts.filter(({ type }) => type === 'toolResult')
    if (written > callEnd || results.length > 0) expect(results).toMatchObject([counted])
    if (finished) expect(answer.status).toBe('complete')
    else expect(['interrupted', 'complete']).toContain(answer.status)
    expect(textsOf([getMessage(database, questionId, nobody)])).toEqual([text])
  }
}

/** Expects that nothing of the earlier runs is lost. */
function checkEarlier(database: Database, reports: Report[]): void {
  const stored = new Set(database.all('SELECT id FROM message').map((row) => row['id']))
  for (const { conversationId, questionId, answerId } of ofType(reports, 'started')) {
    expect(getConversation(database, conversationId).id).toBe(conversationId)
    expect(stored.has(questionId) && stored.has(answerId)).toBe(true)
  }
  expect(database.all(`SELECT id FROM message WHERE status = 'streaming'`)).toEqual([])
}

/** Returns the numbered tokens of the texts and calls, in order. */
function tokensIn(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text
      return part.type === 'toolCall' ? part.arguments : ''
    })
    .join('')
    .replaceAll(/[^\d ]/g, '')
}

function tokenText(count: number): string {
  return Array.from({ length: count }, (_, index) => `${index} `).join('')
}

function ofType<Type extends Report['type']>(reports: readonly Report[], type: Type) {
  return reports.filter((report): report is Extract<Report, { type: Type }> => report.type === type)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
