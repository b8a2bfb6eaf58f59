import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { method, nothing } from './ipc/define.ts'
import { maxRemovedFiles } from './limits.ts'
import { providerIdSchema } from './models.ts'

const idSchema = z.string().min(1).max(500)
/** The number of the key in the settings, from 1: its account holds the file. */
const keyNumberSchema = z.number().int().positive()

const storeFactsSchema = z.object({
  /** Null if the service gives none. */
  state: z.enum(['in_progress', 'completed', 'expired']).nullable(),
  /** The number of its files; null if unknown. */
  files: z.number().int().nonnegative().nullable(),
  /** Milliseconds since 1970; null if unknown. */
  lastActiveAt: z.number().nullable(),
})
/** A vector store beyond what it shares with a file. */
export type StoreFacts = z.infer<typeof storeFactsSchema>

/** A file in the user's account at a service, or a vector store with texts to search. */
export const serviceFileSchema = z.object({
  id: idSchema,
  keyNumber: keyNumberSchema,
  name: z.string().max(1000),
  /** Null if unknown. */
  sizeBytes: z.number().nonnegative().nullable(),
  /** The service's own word for its purpose; null if it gives none. */
  purpose: z.string().max(200).nullable(),
  /** Milliseconds since 1970; null if unknown. */
  createdAt: z.number().nullable(),
  /** Milliseconds since 1970; null if it stays. */
  expiresAt: z.number().nullable(),
  /**
   * The one that needs it: a chat, a base, a batch or a media job of this Parley that has not ended;
   * `nothing` if this Parley has uploaded it and nothing needs it; `elsewhere` if its name is one that another Parley gave; else `unknown`.
   */
  neededBy: z.enum(['chat', 'base', 'batch', 'job', 'nothing', 'elsewhere', 'unknown']),
  /** False at a service that deletes files at their end alone. */
  canDelete: z.boolean(),
  /** The base's name. */
  baseName: z.string().optional(),
  /** Only of a vector store. */
  store: storeFactsSchema.optional(),
})
export type ServiceFile = z.infer<typeof serviceFileSchema>

/** A service that still has threads of chats that are erased here. */
const leftThreadsSchema = z.object({
  providerId: providerIdSchema,
  /** The provider's name; its id if the provider is gone. */
  service: z.string(),
  /** Why the first of them could not be deleted. */
  error: errorSchema,
})
export type LeftThreads = z.infer<typeof leftThreadsSchema>

/** Files, vector stores and threads of assistants in the user's accounts at services. */
export const serviceFiles = {
  /**
   * Lists what is in all keys' accounts at a provider, the newest first. `failures` names keys
   * whose files could not be listed, `isCut` is true if there are more, and `isRecord` if the service
   * has no list, so that these are the files of Parley's own record. Errors: providerMissing,
   * keyMissing, notSupported if the service keeps no files.
   */
  list: method(
    z.object({ providerId: providerIdSchema }),
    z.object({
      files: z.array(serviceFileSchema),
      failures: z.array(z.object({ keyNumber: keyNumberSchema, error: errorSchema })),
      isCut: z.boolean(),
      isRecord: z.boolean(),
    }),
  ),
  /**
   * Deletes files and vector stores at a provider. Returns those that could not be deleted, with the first failure;
   * all without one if the user refuses in main's dialog, which asks about files of others. Errors:
   * providerMissing, keyMissing, badInput for a file that a base or a batch needs.
   */
  remove: method(
    z.object({
      providerId: providerIdSchema,
      files: z
        .array(z.object({ id: idSchema, keyNumber: keyNumberSchema, isStore: z.boolean() }))
        .min(1)
        .max(maxRemovedFiles),
    }),
    z.object({ remaining: z.array(idSchema), error: errorSchema.nullable() }),
  ),
  /** Returns the services where threads of erased chats could not be deleted. */
  leftThreads: method(nothing, z.array(leftThreadsSchema)),
  /** Tries again to delete them. Returns those that are still left. */
  deleteLeftThreads: method(nothing, z.array(leftThreadsSchema)),
  /** Stops to list those that could not be deleted, and to try. Returns those that are still left. */
  forgetLeftThreads: method(nothing, z.array(leftThreadsSchema)),
}
