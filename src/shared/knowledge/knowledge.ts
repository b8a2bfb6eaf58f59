import { z } from 'zod'
import { encodingChoiceSchema, encodingSchema } from './encodings.ts'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { expiryDaysSchema, hostedBaseSchema, hostedLeftSchema } from './knowledgeHosted.ts'
import { maxBaseNameLength, maxPageLength, maxQueryLength, maxTextLength } from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'
import { sourceOmissionsSchema } from './omissions.ts'
import { attachmentSchema } from '../chat/parts.ts'
import {
  baseIdSchema,
  citedPassageSchema,
  locatedSchema,
  passagePlaceSchema,
  passageRanksSchema,
  sourceIdSchema,
} from './passagePlace.ts'
import { keySources } from '../providers.ts'
import { timeSchema } from '../timeSchema.ts'

export const maxBasesPerChat = 20
export const maxHits = 100
const maxPathLength = 4096
const maxAddressLength = 2000
const maxAddedSources = 1000

const folderIdSchema = z.uuid()
const count = z.number().int().nonnegative()

/** The kinds of sources. A `file` is read where it lies; an `upload` is a copy that Parley keeps. */
export const sourceKinds = ['file', 'upload', 'page', 'chat', 'note'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** The place of a base's passages and vectors. */
export const storeKinds = ['local', 'openai', 'postgres'] as const
export type StoreKind = (typeof storeKinds)[number]

/** The reasons why a file is not read. For `picture` a base needs a model that reads pictures. */
export const skipReasons = [
  'hidden',
  'binary',
  'empty',
  'tooLarge',
  'ignored',
  'duplicate',
  'picture',
  /** A link that leads out of the folder. */
  'outside',
] as const

/** The state of a source. `ready` means that a search for its own words has found it. */
export const sourceStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  /** `pictures` says how many of them a model has read; what else is in the source is found. */
  z.object({
    state: z.literal('reading'),
    pictures: z.object({ done: count, total: count }).optional(),
  }),
  z.object({ state: z.literal('embedding'), done: count, total: count }),
  z.object({ state: z.literal('ready'), passages: count }),
  /** Its earlier passages, if any, are still found. */
  z.object({ state: z.literal('failed'), error: errorSchema }),
  z.object({ state: z.literal('skipped'), reason: z.enum(skipReasons) }),
])
export type SourceState = z.infer<typeof sourceStateSchema>

/** One document of a base. */
export const sourceSchema = z.object({
  id: sourceIdSchema,
  baseId: baseIdSchema,
  kind: z.enum(sourceKinds),
  /** The watched folder that it belongs to; null if the user added it alone. */
  folderId: folderIdSchema.nullable(),
  /** The file's name, or the title of the page, the chat or the note. */
  name: z.string(),
  /** The path, the address, or the id of the chat; empty for uploads and notes. */
  location: z.string(),
  mediaType: z.string(),
  sizeBytes: count,
  /** Null if it has no pages. */
  pages: count.nullable(),
  /** The time of its last change, as its file system or server tells. */
  changedAt: timeSchema,
  /** The pictures and pages without text that no model has read. */
  unreadPictures: count,
  /** Parts of the document that were not read. */
  omissions: sourceOmissionsSchema,
  status: sourceStateSchema,
})
export type Source = z.infer<typeof sourceSchema>

const folderSchema = z.object({
  id: folderIdSchema,
  path: z.string(),
  sources: count,
  /** Why the folder can't be watched now, such as a disk that is not there; null if it is. */
  error: errorSchema.nullable(),
})
export type Folder = z.infer<typeof folderSchema>

/** The vectors of a base in one model's space. `done` of `total` passages have one. */
const spaceSchema = z.object({
  model: modelReferenceSchema,
  dimensions: count,
  done: count,
  total: count,
})

export const baseSchema = z.object({
  id: baseIdSchema,
  name: z.string(),
  store: z.enum(storeKinds),
  /** The space that searches use; null while words alone are searched. */
  space: spaceSchema.nullable(),
  /** The space that will replace it once it is complete. */
  nextSpace: spaceSchema.nullable(),
  /** The model that judges the best passages again; null for none. */
  reranker: modelReferenceSchema.nullable(),
  /** The model that reads pictures and scans; null leaves them out. */
  pictureReader: modelReferenceSchema.nullable(),
  /** The pictures and pages without text that no model has read. */
  unreadPictures: count,
  /** The passages longer than the embedder reads at once: their vector is the mean of their parts'. */
  splitPassages: count,
  /** The number of its sources in each state. */
  counts: z.object({
    waiting: count,
    reading: count,
    embedding: count,
    ready: count,
    failed: count,
    skipped: count,
  }),
  passages: count,
  sizeBytes: count,
  /** Cost of its embeddings and pictures so far. `dollars` is null if a price is unknown. */
  spent: z.object({ tokens: count, dollars: z.number().nonnegative().nullable() }),
  folders: z.array(folderSchema),
  /** Null for a base whose text lies at no service. */
  hosted: hostedBaseSchema.nullable(),
  createdAt: timeSchema,
})
export type Base = z.infer<typeof baseSchema>

/** A passage that a search has found. */
export const hitSchema = z.object({
  place: passagePlaceSchema,
  sourceName: z.string(),
  sourceKind: z.enum(sourceKinds),
  /** The headings above it, outermost first. */
  headings: z.array(z.string()),
  text: z.string(),
  ...passageRanksSchema.shape,
})
export type Hit = z.infer<typeof hitSchema>

/** Limits a search. A missing field limits nothing. */
export const searchFilterSchema = z.object({
  folderIds: z.array(folderIdSchema).max(maxAddedSources).optional(),
  sourceIds: z.array(sourceIdSchema).max(maxAddedSources).optional(),
  kinds: z.array(z.enum(sourceKinds)).optional(),
  /** Media types, or their first half: `application/pdf`, `text/`. */
  mediaTypes: z.array(z.string().max(100)).max(50).optional(),
  changedAfter: timeSchema.optional(),
  changedBefore: timeSchema.optional(),
})
export type SearchFilter = z.infer<typeof searchFilterSchema>

/**
 * Why words alone were searched. `hosted` means that nothing is at the service yet, or no longer;
 * `hostedFailed` that the service did not answer; `typing` that the question may not leave this
 * computer yet.
 */
export const wordsOnlyReasons = [
  'typing',
  'noEmbedder',
  'embedding',
  'embedderFailed',
  'hosted',
  'hostedFailed',
] as const
export type WordsOnly = (typeof wordsOnlyReasons)[number]

/** The ways in which a chat asks its bases: for every question, or when the model calls the tool. */
export const askModes = ['always', 'tool'] as const

const chatKnowledgeSchema = z.object({
  baseIds: z.array(baseIdSchema).max(maxBasesPerChat),
  mode: z.enum(askModes),
})
export type ChatKnowledge = z.infer<typeof chatKnowledgeSchema>

const baseInput = z.object({ baseId: baseIdSchema })
const sourceInput = baseInput.extend({ sourceId: sourceIdSchema })
/** Null for the next new chat. */
const chatInput = z.object({ conversationId: z.uuid().nullable() })
const nameSchema = z.string().trim().min(1).max(maxBaseNameLength)

export const knowledge = {
  bases: method(nothing, z.array(baseSchema)),
  /**
   * Creates a base. Without an embedder words alone are searched. For `openai` the provider's id
   * says whose vector store it is; for `postgres` the address is in the settings.
   */
  create: method(
    z.object({
      name: nameSchema,
      store: z.enum(storeKinds).default('local'),
      providerId: z.string().max(100).nullable().default(null),
      embedder: modelReferenceSchema.nullable(),
      /** For `openai`; 30 if missing. */
      expiryDays: expiryDaysSchema.optional(),
    }),
    baseSchema,
  ),
  rename: method(baseInput.extend({ name: nameSchema }), baseSchema),
  /** Removes a base with its index, and its files at a service. The user's own files stay. */
  remove: method(baseInput, nothing),
  /** Estimates what another embedder would cost, from the passages and files there are. */
  estimate: method(
    baseInput.extend({ embedder: modelReferenceSchema }),
    z.object({ tokens: count, dollars: z.number().nonnegative().nullable() }),
  ),
  /** Begins a new space beside the old one, which serves until it is complete. Null: words alone. */
  setEmbedder: method(baseInput.extend({ embedder: modelReferenceSchema.nullable() }), baseSchema),
  /** Estimates what it would cost to have a model read the pictures that nobody has read. */
  estimatePictures: method(
    baseInput.extend({ pictureReader: modelReferenceSchema }),
    z.object({ pictures: count, tokens: count, dollars: z.number().nonnegative().nullable() }),
  ),
  /**
   * Has a model read the pictures that nobody has read, and 100 more that come later; then the user
   * is to be asked again. A model on this computer reads all. Null: pictures are left out.
   */
  setPictureReader: method(
    baseInput.extend({ pictureReader: modelReferenceSchema.nullable() }),
    baseSchema,
  ),
  setReranker: method(baseInput.extend({ reranker: modelReferenceSchema.nullable() }), baseSchema),

  /** Returns one page of the sources by name. `after` is the last id of the page before. */
  sources: method(
    baseInput.extend({
      after: sourceIdSchema.nullable(),
      limit: z.number().int().min(1).max(maxPageLength),
      state: z.enum(['waiting', 'reading', 'embedding', 'ready', 'failed', 'skipped']).optional(),
      folderId: folderIdSchema.optional(),
      /** Part of the name. */
      name: z.string().max(maxQueryLength).optional(),
    }),
    z.object({ sources: z.array(sourceSchema), more: z.boolean() }),
  ),
  /** Asks the user for files in the system's dialog, and adds them. Returns how many were added. */
  chooseFiles: method(baseInput, z.object({ added: count })),
  /** Asks the user for a folder, and adds it with all that is in it. It is watched from now on. */
  chooseFolder: method(baseInput, z.object({ added: count })),
  /** Adds dropped files and folders by their paths. */
  addPaths: method(
    baseInput.extend({
      paths: z.array(z.string().min(1).max(maxPathLength)).max(maxAddedSources),
    }),
    z.object({ added: count }),
  ),
  /** Adds copies of files that the attachments store holds. */
  addUploads: method(
    baseInput.extend({ files: z.array(attachmentSchema).max(maxAddedSources) }),
    z.object({ added: count }),
  ),
  /** Adds a page of the web. Errors: pageRefused, consentRefused. */
  addPage: method(baseInput.extend({ url: z.string().max(maxAddressLength) }), sourceSchema),
  addChats: method(
    baseInput.extend({ conversationIds: z.array(z.uuid()).max(maxAddedSources) }),
    z.object({ added: count }),
  ),
  /** Writes a note: a new one without an id. The text is Markdown. */
  saveNote: method(
    baseInput.extend({
      sourceId: sourceIdSchema.nullable(),
      title: nameSchema,
      text: z.string().max(maxTextLength),
    }),
    sourceSchema,
  ),
  removeSources: method(
    baseInput.extend({ sourceIds: z.array(sourceIdSchema).max(maxAddedSources) }),
    nothing,
  ),
  /** Removes a folder and its sources from the base. The files stay. */
  removeFolder: method(baseInput.extend({ folderId: folderIdSchema }), nothing),
  /** Reads a source again; all sources of the base without an id. Unchanged text costs nothing. */
  reindex: method(baseInput.extend({ sourceId: sourceIdSchema.nullable() }), nothing),
  /** Returns how a source of plain text reads in each encoding, the likeliest first. */
  encodings: method(
    sourceInput,
    z.object({ chosen: encodingSchema.nullable(), choices: z.array(encodingChoiceSchema) }),
  ),
  /** Reads a source again in an encoding, now and later; null to tell it by its bytes. */
  setEncoding: method(sourceInput.extend({ encoding: encodingSchema.nullable() }), nothing),

  /**
   * Searches bases, as a question in a chat does. While the user is typing, the question stays in
   * Parley: no model, no service and no team's database is asked.
   */
  search: method(
    z.object({
      baseIds: z.array(baseIdSchema).min(1).max(maxBasesPerChat),
      query: z.string().min(1).max(maxQueryLength),
      filter: searchFilterSchema.default({}),
      limit: z.number().int().min(1).max(maxHits),
      /** Missing if the user has asked for the search. */
      typing: z.boolean().optional(),
    }),
    z.object({
      hits: z.array(hitSchema),
      /** Whether somebody was not asked because the user is typing. */
      heldBack: z.boolean(),
      /** Why words alone were searched; null if vectors were too. */
      wordsOnly: z.enum(wordsOnlyReasons).nullable(),
      /** Whether the reranker sorted them: null without one, false if it failed or took too long. */
      reranked: z.boolean().nullable(),
      milliseconds: z.number().nonnegative(),
    }),
  ),
  source: method(sourceInput, sourceSchema),
  /** Opens a source where it lies: the file with the system's app, or the page in the browser. */
  openOriginal: method(sourceInput, nothing),
  /** Returns a part of a source's text, and the length of the whole. */
  text: method(
    sourceInput.extend({ start: count, end: count }),
    z.object({ text: z.string(), length: count }),
  ),
  /** Finds a cited passage again, or the sentences of it that support a claim. */
  locate: method(citedPassageSchema, locatedSchema),

  /** Says what would leave this computer if the user approved it. */
  hostedPlan: method(
    baseInput,
    z.object({
      /** The first of them, in the order of their addition. */
      sources: z.array(z.object({ name: z.string(), sizeBytes: count })),
      count,
      sizeBytes: count,
      /** The host that they go to. */
      host: z.string(),
      /** Names this list when it is approved. */
      until: count,
    }),
  ),
  /** Lets the sources of a plan be uploaded, and with `approvesAll` what is added later. */
  approveHosted: method(baseInput.extend({ until: count, approvesAll: z.boolean() }), baseSchema),
  setHostedExpiry: method(baseInput.extend({ expiryDays: expiryDaysSchema }), baseSchema),
  /** Asks the service what it holds for a base. Errors: those of a request. */
  hostedFiles: method(
    baseInput,
    z.array(
      z.object({
        id: z.string(),
        /** Its name; null for a file that Parley does not know. */
        name: z.string().nullable(),
        usageBytes: count,
        state: z.enum(['in_progress', 'completed', 'cancelled', 'failed']),
      }),
    ),
  ),
  /** Returns what is left at services of what was removed. */
  hostedLeft: method(nothing, z.array(hostedLeftSchema)),
  /** Tries again to delete it. Returns what is left then. */
  deleteHostedLeft: method(nothing, z.array(hostedLeftSchema)),
  /** Stops to list what could not be deleted. Returns what is left then. */
  forgetHostedLeft: method(nothing, z.array(hostedLeftSchema)),

  /** Returns whether the team's database answers, and where its password is kept. */
  team: method(nothing, z.object({ keySource: z.enum(keySources), error: errorSchema.nullable() })),

  chat: method(chatInput, chatKnowledgeSchema),
  setChat: method(chatInput.extend(chatKnowledgeSchema.shape), chatKnowledgeSchema),

  /**
   * Starts the job that writes a base as one file where the user chooses. False if the user chose
   * no place. Errors: notSupported for a base that is not on this computer.
   */
  exportBase: method(baseInput, z.object({ started: z.boolean() })),
  /**
   * Starts the job that makes a base of such a file, which the user chooses. False if none was
   * chosen. Errors: unreadable, exportTooNew.
   */
  importBase: method(nothing, z.object({ started: z.boolean() })),

  /** The base has changed, or anything in it. At most four times a second for one base. */
  changed: event(baseInput),
}
