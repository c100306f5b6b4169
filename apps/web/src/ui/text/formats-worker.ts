// Its name is the language; see `warmFormats`.
new Intl.DateTimeFormat(self.name, { dateStyle: 'medium', timeStyle: 'short' });
self.close();
