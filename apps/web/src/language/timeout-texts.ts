import type { Language } from '@emporion/i18n';

interface TimeoutTexts {
  readonly message: string;
  /** Said once the page has stopped loading itself again. */
  readonly stopped: string;
  readonly reload: string;
}

/** These stand outside the catalogues because they are shown when nothing else has arrived, catalogues included. */
export const timeoutTexts: Readonly<Record<Language, TimeoutTexts>> = {
  en: {
    message: 'Timeout exceeded while page load. Auto reload after 1 seconds.',
    stopped: 'The page still does not load. Check your connection, then reload it.',
    reload: 'Reload',
  },
  es: {
    message: 'Se agotó el tiempo de carga de la página. Se volverá a cargar en 1 segundo.',
    stopped: 'La página sigue sin cargarse. Compruebe su conexión y vuelva a cargarla.',
    reload: 'Volver a cargar',
  },
  ru: {
    message: 'Время загрузки страницы истекло. Автоматическая перезагрузка через 1 секунду.',
    stopped: 'Страница всё ещё не загружается. Проверьте соединение и обновите её.',
    reload: 'Обновить',
  },
  pt: {
    message: 'O tempo de carregamento da página esgotou. Ela será recarregada em 1 segundo.',
    stopped: 'A página ainda não carrega. Verifique a sua conexão e recarregue.',
    reload: 'Recarregar',
  },
  fr: {
    message: 'Le délai de chargement de la page est dépassé. Rechargement automatique dans 1 seconde.',
    stopped: 'La page ne se charge toujours pas. Vérifiez votre connexion, puis rechargez-la.',
    reload: 'Recharger',
  },
  it: {
    message: 'Il tempo di caricamento della pagina è scaduto. Ricaricamento automatico tra 1 secondo.',
    stopped: 'La pagina continua a non caricarsi. Controlli la connessione, poi la ricarichi.',
    reload: 'Ricarica',
  },
};
