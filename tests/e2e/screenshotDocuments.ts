const rooms = [
  'Kitchen',
  'Living room',
  'Bedroom',
  'Study',
  'Bathroom',
  'Hall',
  'Balcony',
  'Storage',
]
const things = [
  'ceiling lamp, white, with a dimmer beside the door',
  'two windows with blinds, one of which has a scratch at its lower edge',
  'radiator with a new thermostat',
  'oak floor, oiled in the spring',
  'three sockets on the north wall and one below the window',
  'walls painted white, with no holes',
  'smoke detector with a battery for ten years',
  'door with a lock and one key',
]

/** A long part that no question of the pictures asks about. */
const inventory = rooms
  .map((room) => `## ${room}\n\n${things.map((thing) => `- ${thing}`).join('\n')}`)
  .join('\n\n')

/** The documents of the pictures for the README and docs, by name. */
export const documents: Readonly<Record<string, string>> = {
  'Lease.md': `# 1 The apartment

The landlord lets the apartment on the second floor of 14 Harbor Street to the tenant. It has three rooms, a kitchen, a bathroom, a balcony toward the courtyard, and a storage room in the basement with the number 7. The tenant receives two keys to the building, two keys to the apartment, and one key to the mailbox. Lost keys are replaced at the tenant's cost. The furniture that belongs to the apartment is listed in an appendix, which both sides sign on the day the keys are handed over. The courtyard, the laundry room, and the bicycle cellar may be used by everyone who lives in the building. The apartment is let for living only. An office without visitors is allowed; anything else needs the landlord's written consent. Pets that are kept in a cage or a tank are allowed. Dogs and cats need consent, which the landlord refuses only for a good reason. The tenant may have guests, also for weeks, and tells the landlord who moves in for longer than two months.

# 2 Rent and deposit

The rent is due on the third working day of each month. It contains the flat amount for heating and water, which is settled once a year from what was used. The deposit is two monthly rents, paid before the keys are handed over, and held in an account of its own. The landlord pays it back with its interest within three months of the end of the lease, less what the tenant still owes. The rent may be raised once a year, at most by what the official index has risen, and the landlord says so in writing two months ahead. Repairs that cost less than 80 are paid by the tenant, up to 200 in a year. The landlord pays for everything else that wears out by living, such as the water heater, the windows, and the floors. Whoever sees damage first tells the other at once. Work on the building is announced two weeks ahead, except in an emergency.

# 3 Inventory

${inventory}

# 4 Notice

The notice period is three months to the end of a quarter. Notice is given in writing and counts from the day it arrives. The landlord can give notice only for the reasons that the law names.
`,
  'House rules.md': `# House rules

Between ten at night and six in the morning, music and machines are kept at the volume of a room. Bicycles belong in the cellar, strollers may stand under the stairs.
`,
  'Letter of March 3.md': `Dear tenants,

from May on, the heating will be replaced floor by floor. The work takes two days for each apartment. We will announce the dates two weeks ahead.
`,
}

export const documentQuestion = 'How long is my notice period, and what about the deposit?'

export const documentAnswer = (notice: string, deposit: string): string =>
  `The notice period is **three months to the end of a quarter**, counted from the day your written notice arrives [${notice}].

The deposit is two monthly rents. The landlord pays it back with its interest within three months of the end of the lease, less what you still owe [${deposit}].`
