import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import { passagePlaceSchema, passageRanksSchema } from '../../../shared/knowledge/passagePlace.ts'
import type { Citation } from '../../../shared/chat/parts.ts'
import type { Database, Row } from '../../storage/connection.ts'

const passageSchema = z.object({
  /** Null for a passage of a file that is attached to a message. */
  place: passagePlaceSchema.nullable(),
  /** The page of such a passage. */
  page: z.number().int().positive().nullable().optional(),
  sourceName: z.string(),
  baseName: z.string(),
  headings: z.array(z.string()),
  text: z.string(),
  /** Missing for a passage that was read around another. */
  ranks: passageRanksSchema.optional(),
})
export type GroundPassage = z.infer<typeof passageSchema>

/** A passage that an answer's model was given, with the number that the model knows it by. */
export interface GivenPassage extends GroundPassage {
  messageId: string
  number: number
  /** True if a tool's result gave it. */
  byTool: boolean
}

/** The passages that the models of answers were given. They outlive a restart. */
export interface GivenPassages {
  /** Adds passages to an answer and numbers them. One that it has keeps its number. */
  add: (messageId: string, passages: readonly GroundPassage[], byTool: boolean) => GivenPassage[]
  /** Returns an answer's passages in order of their numbers. */
  of: (messageId: string) => GivenPassage[]
  find: (messageId: string, number: number) => GivenPassage | undefined
  /** Gives one answer what another has. */
  copy: (fromId: string, toId: string) => void
}

export function createGivenPassages(database: Database): GivenPassages {
  const of = (messageId: string): GivenPassage[] =>
    database
      .all(
        `SELECT message_id, number, by_tool, passage FROM knowledge_passage
         WHERE message_id = ? ORDER BY number`,
        messageId,
      )
      .flatMap((row) => readRow(row) ?? [])

  return {
    of,
    add(messageId, passages, byTool) {
      return database.transaction(() => {
        const known = new Map(of(messageId).map((passage) => [keyOf(passage), passage]))
        let last = highestNumber(database, messageId)
        return passages.map((passage) => {
          const earlier = known.get(keyOf(passage))
          if (earlier) return earlier
          last += 1
          const given = { ...passage, messageId, number: last, byTool }
          known.set(keyOf(given), given)
          database.run(
            `INSERT INTO knowledge_passage (message_id, number, by_tool, passage)
             VALUES (?, ?, ?, ?)`,
            ...[messageId, last, byTool ? 1 : 0, JSON.stringify(passage)],
          )
          return given
        })
      })
    },
    find(messageId, number) {
      const row = database.get(
        `SELECT message_id, number, by_tool, passage FROM knowledge_passage
         WHERE message_id = ? AND number = ?`,
        ...[messageId, number],
      )
      return row && readRow(row)
    },
    copy(fromId, toId) {
      database.run(
        `INSERT INTO knowledge_passage (message_id, number, by_tool, passage)
         SELECT ?, number, by_tool, passage FROM knowledge_passage WHERE message_id = ?`,
        ...[toId, fromId],
      )
    },
  }
}

/** Returns a given passage as an answer cites it. */
export function citationOf({ number, ...given }: GivenPassage): Citation {
  const { place, sourceName, baseName, headings, text, ranks } = given
  return {
    number,
    title: sourceName,
    passage: text,
    source: [baseName, ...headings].filter((part) => part !== '').join(' › ') || sourceName,
    ...(place && { place }),
    ...(ranks && { ranks }),
  }
}

/** Tells passages apart by their place, those of attached files by their text. */
export function keyOf({
  place,
  sourceName,
  text,
}: Pick<GroundPassage, 'place' | 'sourceName' | 'text'>): string {
  if (!place) return `${sourceName} ${text}`
  return `${place.sourceId} ${String(place.start)} ${String(place.end)}`
}

function highestNumber(database: Database, messageId: string): number {
  const row = database.get(
    'SELECT max(number) AS number FROM knowledge_passage WHERE message_id = ?',
    messageId,
  )
  return Number(row?.['number'] ?? 0)
}

function readRow(row: Row): GivenPassage | undefined {
  const passage = passageSchema.safeParse(parseJson(String(row['passage']))).data
  return (
    passage && {
      ...passage,
      messageId: String(row['message_id']),
      number: Number(row['number']),
      byTool: row['by_tool'] === 1,
    }
  )
}
