import { expect, test } from 'vitest'
import { detectLanguage } from '../../../../../src/main/knowledge/store/words/detectLanguage.ts'

test.each([
  ['en', 'def spawn(path, argv): return os.execv(path, argv) if argv else None'],
  ['en', 'int main(void) { return strlen(argv[1]) + NULL_TERM; } /* i++ */'],
  ['en', 'CREATE TABLE a (id INTEGER, del TEXT); SELECT id FROM a WHERE del IS NULL;'],
  ['de', 'Das Auto ist rot, und der Schlüssel liegt auf dem Tisch.'],
  ['de', 'Rechnung Nr. 12 vom 3. Mai 2026, zahlbar bis zum 1. Juni ohne Abzug.'],
  ['fr', 'Les élèves sont arrivés avec leurs parents dans la salle.'],
  ['es', 'La factura de los clientes no está en la oficina, pero la tiene el director.'],
  ['pt', 'O contrato foi assinado por todos, mas não está com ele na sala.'],
  ['it', 'Il contratto è stato firmato da tutti e non si trova nella stanza.'],
  ['nl', 'De huurder heeft de sleutel niet aan de eigenaar van het huis gegeven.'],
  ['sv', 'Hyresgästen har inte lämnat nyckeln till ägaren av huset.'],
  ['pl', 'Najemca nie oddał klucza, ponieważ nie było go w domu.'],
  ['ru', 'Новые договоры были подписаны вчера вечером.'],
  ['ja', '東京の会議室で新しい契約書に署名しました。'],
  ['de', 'Wer hat den Hauptschlüssel?'],
  ['', ''],
])('%s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})
