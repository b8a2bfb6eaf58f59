/** Questions in other words than the manual's, by the section that answers them. */
export const paraphrases: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'en-US': [
    ['keys', 'is my password written to a file on disk'],
    ['local', 'can it run with Ollama on my own machine'],
    ['stop', 'how do I interrupt the model while it writes'],
    ['rate-limit', 'the service says too many requests'],
    ['appearance', 'make the letters bigger and the window dark'],
    ['data', 'where can I find my chats to back them up'],
    ['search', 'find a word that I wrote weeks ago'],
    ['voice', 'let the computer read the answer to me'],
  ],
  'de-DE': [
    ['keys', 'Wird mein Schlüssel in eine Datei geschrieben?'],
    ['local', 'Läuft es mit Ollama auf dem eigenen Rechner?'],
    ['stop', 'Wie halte ich das Modell an, während es schreibt?'],
    ['rate-limit', 'Der Dienst meldet zu viele Anfragen'],
    ['appearance', 'Größere Schrift und dunkles Fenster'],
    ['data', 'Wo liegen meine Chats, damit ich sie sichern kann?'],
    ['search', 'Ein Wort finden, das ich vor Wochen geschrieben habe'],
    ['voice', 'Der Computer soll die Antwort vorlesen'],
  ],
  'fr-FR': [
    ['keys', 'Ma clé est-elle écrite dans un fichier ?'],
    ['local', 'Est-ce que cela marche avec Ollama sur mon ordinateur ?'],
    ['stop', 'Comment interrompre le modèle pendant qu’il écrit ?'],
    ['rate-limit', 'Le service répond qu’il y a trop de requêtes'],
    ['appearance', 'Des lettres plus grandes et une fenêtre sombre'],
    ['data', 'Où se trouvent mes discussions pour les sauvegarder ?'],
    ['search', 'Retrouver un mot écrit il y a des semaines'],
    ['voice', 'Faire lire la réponse à voix haute'],
  ],
}
