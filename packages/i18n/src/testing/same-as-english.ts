import type { Language } from '#languages.ts';

/**
 * Texts that are rightly the same as in English: names, and words that the language shares. Whoever adds one has
 * looked at it; anything else that equals English was left untranslated. `*` stands for every language.
 */
export const sameAsEnglish: Readonly<Record<string, readonly Language[] | '*'>> = {
  'alerts.notifications.title': ['fr'],
  'alerts.volumeValue': ['it'],
  'auth.fields.password': ['it'],
  'auth.methods.passkey': ['it'],
  'confirmation.methods.passkey': ['it'],
  'kit.field.password': ['it'],
  'market.book.spread': ['es', 'fr', 'it', 'pt'],
  'market.chart.letters.close': ['es', 'fr', 'it'],
  'market.chart.letters.high': ['fr'],
  'market.chart.letters.open': ['fr'],
  'market.chart.letters.volume': ['es', 'fr', 'it', 'pt'],
  'market.chart.macd': '*',
  'market.chart.rsi': '*',
  'market.chart.volume': ['fr', 'pt'],
  'settings.notifications.groups.market': ['es', 'fr', 'it'],
  'settings.preferences.trading': ['es', 'fr', 'it'],
  'settings.sections.notifications.title': ['fr'],
  'settings.security.password': ['it'],
  'shell.connection.ms': ['es', 'fr', 'it', 'pt'],
  'shell.footer.privacy': ['it'],
  'trade.kinds.oco': '*',
  'trade.markets.by.volume': ['fr', 'it', 'pt'],
  'trade.orders.actions': ['fr'],
  'trade.orders.kind': ['fr'],
  'trade.orders.linked': '*',
  'trade.orders.postOnly': '*',
  'trade.orders.stop': ['es', 'fr', 'it', 'pt'],
  'trade.postOnly': '*',
  'trade.roles.maker': ['es', 'fr', 'it', 'pt'],
  'trade.roles.taker': ['es', 'fr', 'it', 'pt'],
  'trade.times.fok': '*',
  'trade.times.gtc': '*',
  'trade.times.ioc': '*',
};
