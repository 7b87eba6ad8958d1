import type { verifyEn } from './verify.en.ts'

/** The same as {@link verifyEn}, in German. */
export const verifyDe: typeof verifyEn = {
  title: 'E-Mail-Adresse bestätigen',
  lead: (email) => `Mit ${email} wurde ein Konto angelegt. Ist es Ihres?`,
  organization: 'Organisation',
  username: 'Benutzername',
  how: 'Wie bestätigen',
  known: 'Ich habe mich registriert und kenne das Passwort',
  knownHint: 'Bestätigt die Adresse. Sonst ändert sich nichts.',
  unknown: 'Ich kenne das Passwort nicht',
  unknownHint:
    'Wählen Sie ein neues. Wer das alte gewählt hat, ist dann abgemeldet, und der API-Schlüssel des Kontos wird ersetzt.',
  password: 'Passwort Ihrer Registrierung',
  fresh: 'Neues Passwort',
  hint: 'Mindestens 8 Zeichen. Mehrere Wörter ergeben ein gutes.',
  submit: 'Adresse bestätigen',
  submitFresh: 'Bestätigen und Passwort setzen',
  wrong:
    'Das ist nicht das Passwort dieses Kontos. Versuchen Sie es noch einmal, oder wählen Sie ein neues.',
  nothing: 'Sie wissen von nichts? Schließen Sie die Seite: Dann geschieht nichts.',
  busy: 'Wird bestätigt …',
  done: 'Ihre Adresse ist bestätigt',
  doneNext: 'Vielen Dank, das war alles.',
  invalid: 'Dieser Link geht nicht',
  invalidWhy: 'Er ist zu alt, schon benutzt oder nicht vollständig.',
  invalidNext: [
    'Wenn Sie schon bestätigt haben, ist alles gut: Melden Sie sich an.',
    'Wenn Ihr Mailprogramm den Link zerteilt hat, kopieren Sie ihn ganz in die Adresszeile.',
    'Wenn er zu alt ist, melden Sie sich an und lassen Sie sich die Mail noch einmal schicken.',
  ],
  missing: 'Öffnen Sie den Link in Ihrer Mail',
  missingNext:
    'Diese Seite bestätigt eine E-Mail-Adresse, aber der Link hierher sagt nicht, welche. Öffnen Sie den Link in der Mail noch einmal, oder kopieren Sie ihn ganz in die Adresszeile.',
}
