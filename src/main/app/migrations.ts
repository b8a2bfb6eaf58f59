import { migration0029 } from '../assistantProfiles/migrations/0029assistantProfiles.ts'
import { migration0001 } from '../chat/migrations/0001conversations.ts'
import { migration0002 } from '../chat/migrations/0002pieces.ts'
import { migration0004 } from '../chat/migrations/0004searchTokens.ts'
import { migration0005 } from '../chat/migrations/0005queue.ts'
import { migration0016 } from '../chat/migrations/0016contextTokens.ts'
import { migration0031 } from '../chat/migrations/0031chatOrder.ts'
import { migration0032 } from '../chat/migrations/0032finding.ts'
import { migration0034 } from '../chat/migrations/0034answerColumns.ts'
import { migration0033 } from '../folders/migrations/0033chatFolders.ts'
import { migration0006 } from '../jobs/migrations/0006jobs.ts'
import { migration0008 } from '../plugins/migrations/0008plugins.ts'
import { migration0010 } from '../plugins/migrations/0010pluginPages.ts'
import { migration0011 } from '../knowledge/migrations/0011knowledgeChats.ts'
import { migration0012 } from '../media/migrations/0012media.ts'
import { migration0014 } from '../media/migrations/0014mediaWorkflows.ts'
import { migration0015 } from '../media/migrations/0015mediaRestOf.ts'
import { migration0017 } from '../media/migrations/0017mediaWholeness.ts'
import { migration0018 } from '../media/migrations/0018mediaDraft.ts'
import { migration0020 } from '../batches/migrations/0020batches.ts'
import { migration0022 } from '../batches/migrations/0022triedRows.ts'
import { migration0023 } from '../batches/migrations/0023answerShape.ts'
import { migration0025 } from '../batches/migrations/0025batchParts.ts'
import { migration0021 } from '../completions/migrations/0021continuedText.ts'
import { migration0026 } from '../fineTuning/migrations/0026training.ts'
import { migration0035 } from '../prompts/migrations/0035prompts.ts'
import { migration0003 } from '../speech/migrations/0003recordings.ts'
import { migration0007 } from '../speech/migrations/0007recordingPurposes.ts'
import { migration0019 } from '../serviceFiles/migrations/0019serviceUploads.ts'
import { migration0024 } from '../serviceFiles/migrations/0024assistantThreads.ts'
import { migration0027 } from '../serviceFiles/migrations/0027leavingThreads.ts'
import { migration0028 } from '../serviceFiles/migrations/0028threadOrigins.ts'
import { migration0030 } from '../spending/migrations/0030spend.ts'
import { migration0009 } from '../tools/migrations/0009toolGrants.ts'
import { migration0013 } from '../tools/migrations/0013givenTexts.ts'
import { numbered, type Migrations } from '../storage/migrate.ts'

/**
 * The migrations of all features, each at the index of its number. Entries are only ever appended:
 * a database's version counts the ones it has run.
 */
export const migrations: Migrations = numbered([
  migration0001,
  migration0002,
  migration0003,
  migration0004,
  migration0005,
  migration0006,
  migration0007,
  migration0008,
  migration0009,
  migration0010,
  migration0011,
  migration0012,
  migration0013,
  migration0014,
  migration0015,
  migration0016,
  migration0017,
  migration0018,
  migration0019,
  migration0020,
  migration0021,
  migration0022,
  migration0023,
  migration0024,
  migration0025,
  migration0026,
  migration0027,
  migration0028,
  migration0029,
  migration0030,
  migration0031,
  migration0032,
  migration0033,
  migration0034,
  migration0035,
])
