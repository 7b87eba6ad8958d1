import type { FrameMessages } from './frame.en.ts'

/** The same as {@link frameEn}, in German. */
export const frameDe: FrameMessages = {
  main: 'Hauptmenü',
  menu: 'Menü',
  brand: '{brand}, zu den Maschinen',
  places: {
    dashboard: 'Maschinen',
    people: 'Personen',
    organization: 'Organisation',
    audit: 'Protokoll',
    account: 'Mein Konto',
  },
  until: 'Auf diesem Gerät angemeldet bis {day}.',
  roles: {
    super_admin: 'Admin des Dienstes',
    company_admin: 'Admin',
    user: 'Mitglied',
  },
  switcher: {
    title: 'Ihre Organisationen',
    keys: 'oder Anfangsbuchstaben zum Bewegen',
    enter: 'zum Wechseln',
    escape: 'zum Schließen',
    create: 'Organisation anlegen',
    change: 'Die Organisation, in der Sie sind',
    again:
      'Wechseln können Sie einige Minuten lang nach der Anmeldung. Melden Sie sich noch einmal an, und wählen Sie dann die Organisation.',
    choose: 'Jetzt können Sie wechseln: Öffnen Sie die Liste der Organisationen noch einmal.',
  },
  soon: {
    left: 'Ihre Sitzung endet in {time}.',
    stay: 'Angemeldet bleiben …',
  },
  cancel: 'Abbrechen',
  leave: {
    title: 'Mit offener Shell gehen?',
    lead: 'Auf {machine} ist eine Shell offen. Wenn Sie gehen:',
    ends: 'endet die Shell, und was darin läuft, bricht ab',
    gone: 'ist ihre Ausgabe von dieser Seite verschwunden',
    hint: 'Was weiterlaufen soll, starten Sie mit {tmux}, {screen} oder {nohup}.',
    stay: 'Bleiben',
    submit: 'Gehen und Shell beenden',
  },
  recent: {
    title: 'Zeigen Sie, dass Sie es sind',
    lead: 'Sie haben sich {ago} angemeldet. Dafür müssen Sie sich in den letzten 10 Minuten angemeldet haben, damit ein offener Laptop nicht genügt.',
    stayTitle: 'Angemeldet bleiben',
    stayLead: 'Melden Sie sich noch einmal an, dann geht es hier weiter.',
    stayShell: 'Die offene Shell endet mit der Sitzung; an ihrer Stelle beginnt eine neue.',
    change: 'Sie ändern',
    told: 'Per Mail erfahren es',
    administrators: 'Alle Admins',
    password: 'Passwort von {email}',
    code: 'Code aus der Mail an {email}',
    next: 'Wird ein Code aus einer Mail verlangt, kommt er als Nächstes. Was Sie auf der Seite eingegeben haben, bleibt.',
    codeHint: 'Sechs Ziffern. Was Sie auf der Seite eingegeben haben, bleibt.',
    provider:
      'Kein Passwort, weil Sie sich mit {provider} anmelden? Melden Sie sich ab, damit neu an, und kommen Sie hierher zurück.',
    submit: 'Weiter',
    busy: 'Wird geprüft …',
    wrong: 'Das ist nicht das Passwort dieses Kontos. Versuchen Sie es noch einmal.',
    format: 'Geben Sie die 6 Ziffern des Codes ein.',
  },
  closedTo: {
    title: 'Diese Seite ist für Admins',
    lead: 'Sie sind Mitglied von {organization}. Deren Admins können das ändern.',
    submit: 'Zu den Maschinen',
  },
  devices: {
    cli: 'Befehlszeile',
    vscode: 'VS Code (Erweiterung)',
    ui: 'Ein Browser',
    unknown: 'Unbekanntes Programm',
    on: '{program} unter {system}',
  },
  dismiss: 'Ausblenden',
}
