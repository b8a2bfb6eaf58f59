import { readParts } from "../../../src/main/chat/messageRow.ts"
import { visibleText } from "../../../src/main/chat/visibleText.ts"
import { foldedText } from "../../../src/shared/textSearch.ts"
function listBranch(database: any, conversationId: string): string[] { return database.all("WITH RECURSIVE branch (id, parent_id, depth) AS (SELECT message.id, message.parent_id, 0 FROM conversation JOIN message ON message.id = conversation.leaf_id WHERE conversation.id = ? UNION ALL SELECT message.id, message.parent_id, depth + 1 FROM branch JOIN message ON message.id = branch.parent_id) SELECT id FROM branch ORDER BY depth DESC", conversationId).map((r: any) => String(r.id)) }
import { test } from 'vitest'
import { findInChat } from '../../../src/main/chat/findInChat.ts'
import { insertMessage } from '../../../src/main/chat/messages.ts'
import { showVersion } from '../../../src/main/chat/branch.ts'
import { saying } from './scriptedProvider.ts'
import { exchange, openChat, send } from './testHistory.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'

test('measure', async () => {
  const { replies, database } = openChat(saying('A pear.'))
  const { conversation, answer } = await exchange(replies, send('A pear?'))
  let parentId = answer.id
  const para = 'The **quick** brown fox [jumps](https://x.org) over the `lazy` dog, and *so on* it goes.\n\n- item one\n- item two with naïve accents\n\n'
  database.transaction(() => {
    for (let i = 0; i < 10000; i++) {
      const id = crypto.randomUUID()
      const user = i % 2 === 0
      insertMessage(database, { ...answer, id, parentId, role: user ? 'user' : 'assistant',
        parts: [{ type: 'text', text: user ? `Question ${i} of many, with some words.` : para.repeat(1 + (i % 12)) + (i % 500 === 1 ? 'pelican' : '') }] })
      parentId = id
    }
  })
  showVersion(database, parentId)
  if (true) { const t = (name: string, f: () => void) => { const c = process.cpuUsage(); f(); const d = process.cpuUsage(c); console.log(name, ((d.user + d.system) / 1000).toFixed(0)) }
  for (let k = 0; k < 2; k++) {
  let ids: string[] = []; let rows: any[] = []; let parts: any[] = []; let texts: string[] = []; let visible: string[] = []; let folded: string[] = []
  t("branch", () => { ids = listBranch(database, conversation.id) })
  t("get", () => { rows = ids.map((id) => database.get("SELECT role, status, parts FROM message WHERE id = ?", id)) })
  t("parse", () => { rows.map((r) => JSON.parse(r.parts)) })
  t("readParts", () => { parts = rows.map((r) => readParts(r)) })
  texts = parts.map((p) => p[0]?.text ?? "")
  t("visible", () => { visible = texts.map(visibleText) })
  t("fold", () => { folded = visible.map((v) => foldedText(v)) })
  t("regex", () => { for (const f of folded) for (const _ of f.matchAll(/pelican/gu)); })
  t("indexOf", () => { for (const f of folded) f.indexOf("pelican") })
  console.log(texts.reduce((n, x) => n + x.length, 0)) } }
  const h = monitorEventLoopDelay({ resolution: 1 })
  for (const query of ['pelican', 'pelican', 'the', 'e', 'pelicän', 'quick brown']) {
    h.reset(); h.enable()
    const s = performance.now(); const c0 = process.cpuUsage()
    const found = await findInChat(database, { conversationId: conversation.id, query })
    const ms = performance.now() - s
    h.disable()
    const c1 = process.cpuUsage(c0); console.log("CPU", (c1.user + c1.system)/1000, query, found.length, ms.toFixed(0), 'ms; loop max', (h.max / 1e6).toFixed(0))
  }
}, 120000)
