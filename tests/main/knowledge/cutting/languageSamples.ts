/** Two sentences in each of the interface's languages, with what stands between them. */
export const languageSamples: Readonly<Record<string, { sentences: string[]; gap: string }>> = {
  en: {
    sentences: ['Dr. Smith signed the contract at 3 p.m. in London.', 'Is it valid for ten years?'],
    gap: ' ',
  },
  de: {
    sentences: [
      'Der Vertrag gilt z. B. für Mieter, Eigentümer usw. bis zum Ende des Jahres.',
      'Wer hat ihn unterschrieben?',
    ],
    gap: ' ',
  },
  es: { sentences: ['El Sr. García firmó el contrato ayer.', '¿Quién lo ha leído?'], gap: ' ' },
  fr: { sentences: ['Le contrat a été signé hier par M. Dupont.', 'Qui l’a lu ?'], gap: ' ' },
  pt: { sentences: ['O contrato foi assinado ontem em Lisboa.', 'Quem o leu?'], gap: ' ' },
  ru: { sentences: ['Договор подписан вчера на ул. Ленина.', 'Кто его читал?'], gap: ' ' },
  ja: { sentences: ['契約は昨日署名されました。', '誰が読みましたか？'], gap: '' },
  ko: { sentences: ['계약은 어제 서명되었습니다.', '누가 읽었습니까?'], gap: ' ' },
  'zh-CN': { sentences: ['合同昨天已经签署。', '谁读过它？'], gap: '' },
  'zh-TW': { sentences: ['合約昨天已經簽署。', '誰讀過它？'], gap: '' },
  ar: { sentences: ['تم توقيع العقد أمس في القاهرة.', 'من قرأه؟'], gap: ' ' },
}
