import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Tree = { [name: string]: string | Tree }

/** English words, and what stands for them in German, French, Spanish and Portuguese. */
const terms: readonly (readonly [english: string, ...translations: RegExp[]])[] = [
  ['provider', /Anbieter/, /fournisseur/i, /proveedor/i, /provedor/i],
  ['models?', /modell/i, /modèle/i, /modelo/i, /modelo/i],
  ['chats', /chat/i, /discussion/i, /chat/i, /conversa/i],
  ['messages?', /Nachricht|Meldung/i, /message/i, /mensaje/i, /mensage/i],
  ['answers?', /antwort/i, /répon[ds]/i, /respuesta|respond/i, /respo[sn]/i],
  ['requests?', /Anfrage/, /requête/i, /solicitud/i, /solicitaç/i],
  ['tokens?', /token/i, /jeton/i, /token/i, /token/i],
  [
    'context window',
    /Kontextfenster/,
    /fenêtre de/i,
    /ventana de contexto/i,
    /janela de contexto/i,
  ],
  ['reasoning', /denk|Gedanken/i, /raisonnement/i, /razonamiento/i, /raciocínio/i],
  ['retired|retires|retiring', /abgeschaltet/i, /retiré/i, /retir/i, /descontinuado/i],
  ['hotkeys?', /Taste/, /raccourci/i, /atajo/i, /atalho/i],
  ['keychain', /Schlüsselbund/, /trousseau/i, /llavero/i, /chaveiro/i],
  ['this computer', /diese[smnr]? Computers?/i, /cet ordi/i, /este ordenador/i, /este computador/i],
  ['network', /Netzwerk/i, /réseau/i, /\bred\b/i, /\brede\b/i],
  ['clipboard', /Zwischenablage/, /presse-papiers/i, /portapapeles/i, /área de transferência/i],
  ['dictation|dictate', /dikti|diktat/i, /dict/i, /dict/i, /dit/i],
  ['recordings', /Aufnahme/, /enregistrement/i, /grabacion/i, /gravaç/i],
  ['voices?', /Stimm/i, /voix/i, /\bvo(?:z|ces)\b/i, /\bvoz(?:es)?\b/i],
  ['microphone', /Mikrofon/i, /micro/i, /micrófono/i, /microfone/i],
  ['base', /Sammlung|Basis-URL|Basismodell/i, /\bbase\b/i, /\bbase\b/i, /\bbase\b/i],
  ['passages?', /Stelle/, /passage/i, /pasaje/i, /trecho/i],
  ['sources', /Quelle/, /source/i, /fuente/i, /fonte/i],
  ['encoding', /Zeichenkodierung/, /encodage/i, /codificación/i, /codificação/i],
  ['embedding', /Embedding/, /embedding/i, /embedding/i, /embedding/i],
  ['folders?', /ordner/i, /dossier/i, /carpeta/i, /pasta/i],
  ['files?', /datei/i, /fichier/i, /archivo/i, /arquivo/i],
  ['pages?', /seite/i, /page/i, /página/i, /página/i],
  ['pictures?|images?', /bild/i, /image/i, /im[aá]gen/i, /image[mn]/i],
  ['jobs?', /Vorg[aä]ng/, /tâche/i, /tarea/i, /tarefa/i],
  ['seed', /Startwert/, /graine/i, /semilla/i, /semente/i],
  ['prompts?', /Prompt|Vorlage/, /invite/i, /indicaci|plantilla/i, /prompt/i],
  ['mask', /Maske/, /masque/i, /máscara/i, /máscara/i],
  ['workflow', /Workflow/, /workflow/i, /flujo de trabajo/i, /fluxo de trabalho/i],
  ['trash', /Papierkorb/, /corbeille/i, /papelera/i, /lixeira/i],
  ['tools', /werkzeug/i, /outil/i, /herramienta/i, /ferramenta/i],
  ['arguments?', /Angabe|angibt/, /données?|indique/i, /datos|indica/i, /dados|informa/i],
  ['plugins', /Plugin/, /extension/i, /complemento/i, /plugin/i],
  ['sandbox', /Sandbox/, /bac à sable/i, /aislado|aislamiento/i, /isolad|isolamento/i],
  ['marketplace', /Marktplatz/, /catalogue/i, /catálogo/i, /catálogo/i],
  [
    'permissions?',
    /Berechtigung|Erlaub|darf|Recht/i,
    /autoris|droit|accès/i,
    /permis/i,
    /permiss/i,
  ],
  ['resources?', /Ressource/, /ressource/i, /recurso/i, /recurso/i],
  ['log', /Protokoll/, /journal/i, /registro/i, /registro/i],
  ['deleted?', /lösch/i, /supprim/i, /elimin/i, /exclu/i],
  ['saved?', /speicher/i, /enregistr/i, /guard/i, /salv/i],
]

function flatten(tree: Tree, path: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : flatten(value, `${path}${name}.`),
  )
}

function readTexts(locale: string): Map<string, string> {
  const url = new URL(`../../src/renderer/locales/${locale}.json`, import.meta.url)
  return new Map(flatten(JSON.parse(readFileSync(url, 'utf8')) as Tree, ''))
}

const english = [...readTexts('en-US')].filter(
  // Alternative names of a setting are meant to differ from its own.
  ([key]) => !key.startsWith('settings.alsoCalled.'),
)

test.each(['de-DE', 'fr-FR', 'es-ES', 'pt-BR'].map((locale, index) => [locale, index] as const))(
  '%s has one word for one thing',
  (locale, index) => {
    const texts = readTexts(locale)
    const others = terms.flatMap(([words, ...translations]) => {
      const named = new RegExp(`(?<![\\w{])(?:${words})(?![\\w}])`, 'i')
      return english
        .filter(([, text]) => named.test(text))
        .map(([key]) => ({ key, words, text: texts.get(key) ?? '' }))
        .filter(({ text }) => text !== '' && !translations[index]?.test(text))
    })
    expect(others).toEqual([])
  },
)
