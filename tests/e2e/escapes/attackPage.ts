import { attacks } from './attacks.ts'

/** The name that an attack leads to; the name server sees it. */
export function hostOf(index: number): string {
  return `a${String(index)}.leak.example`
}

/**
 * Returns a page that attacks: with `?leave=N` by one that takes it away, with `?leave=next` by the
 * next one that `/next` says, else by all others when its button is pressed. `/redirect?URL` must
 * redirect. `stays` tells whether no attack takes the page away. A page without an address of its
 * own has the number in it: `given`.
 */
export function attackPage(udpAddress: string, leave?: number): string {
  const functions = attacks.map(({ code, leaves }, index) => {
    const values = JSON.stringify({ id: `a${String(index)}`, leaves: leaves !== undefined })
    return `{ ...${values}, host: ${JSON.stringify(hostOf(index))},
      async run({ id, host, url, udp }) { ${code.replaceAll('</script', '<\\/script')} } }`
  })
  return `<!doctype html><body><button>Attack</button><script>
const attacks = [${functions.join(',\n')}]
let ran = 0
const attack = async (one) => {
  ran += 1
  try {
    await one.run({ ...one, url: 'https://' + one.host + '/x', udp: ${JSON.stringify(udpAddress)} })
  } catch {
    // Refused, as it should be.
  }
}
document.querySelector('button').onclick = () => {
  for (const one of attacks) if (!one.leaves) attack(one)
}
const given = ${JSON.stringify(leave?.toString()) ?? "new URLSearchParams(location.search).get('leave')"}
const leave = (index) => {
  if (index >= 0) setTimeout(() => attack(attacks[index]), 100)
  return index < 0
}
const next = () => fetch('/next').then((answer) => answer.json())
const stays = given === 'next' ? next().then(leave) : given === null || leave(Number(given))
</script>`
}
