import { z } from 'zod'

/** The keychain's name for the password of the team's database. */
export const teamDatabaseId = 'team-database'

export const knowledgePreferencesSchema = z.object({
  /** The address of the team's PostgreSQL, without its password; empty for none. */
  teamAddress: z.string().max(2000),
})
export const defaultKnowledgePreferences = { teamAddress: '' }
