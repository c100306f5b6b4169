export interface FrameTexts {
  readonly document: string;
  readonly type: string;
  readonly passport: string;
  readonly id_card: string;
  readonly driving_licence: string;
  readonly number: string;
  readonly expires: string;
  readonly photoPage: string;
  readonly front: string;
  readonly back: string;
  readonly imageHint: string;
  readonly selfie: string;
  readonly selfieFile: string;
  readonly selfieHint: string;
  readonly address: string;
  readonly issued: string;
  readonly addressFile: string;
  readonly addressHint: string;
  readonly choose: string;
  readonly replace: string;
  readonly uploading: string;
  readonly uploaded: string;
  readonly unusable: string;
  readonly tooLarge: string;
  readonly failed: string;
  readonly submit: string;
  readonly missing: string;
  readonly missingFile: string;
  readonly tests: string;
}

const en: FrameTexts = {
  document: 'Identity document',
  type: 'Type of document',
  passport: 'Passport',
  id_card: 'Identity card',
  driving_licence: 'Driving licence',
  number: 'Document number',
  expires: 'Expiry date',
  photoPage: 'Page with your photo',
  front: 'Front of the document',
  back: 'Back of the document',
  imageHint: 'JPEG, PNG or PDF, up to 5 MB',
  selfie: 'Selfie',
  selfieFile: 'A photo of your face',
  selfieHint: 'JPEG or PNG, up to 5 MB',
  address: 'Proof of address',
  issued: 'Date of issue',
  addressFile: 'Bank statement or utility bill',
  addressHint: 'Not older than 90 days. JPEG, PNG or PDF, up to 5 MB',
  choose: 'Choose file',
  replace: 'Replace',
  uploading: 'Uploading…',
  uploaded: 'Uploaded',
  unusable: 'We can’t use this file. Upload a larger or clearer one.',
  tooLarge: 'The file is larger than 5 MB.',
  failed: 'The upload failed. Try again.',
  submit: 'Submit for verification',
  missing: 'Fill in this field.',
  missingFile: 'Upload this file.',
  tests:
    'Sandbox: nobody looks at your files. Document numbers that begin with REJECT, FRAUD, REVIEW, SLOW or EXPIRES show those outcomes.',
};

const es: FrameTexts = {
  document: 'Documento de identidad',
  type: 'Tipo de documento',
  passport: 'Pasaporte',
  id_card: 'Documento de identidad',
  driving_licence: 'Permiso de conducir',
  number: 'Número del documento',
  expires: 'Fecha de caducidad',
  photoPage: 'Página con su foto',
  front: 'Anverso del documento',
  back: 'Reverso del documento',
  imageHint: 'JPEG, PNG o PDF, hasta 5 MB',
  selfie: 'Selfi',
  selfieFile: 'Una foto de su rostro',
  selfieHint: 'JPEG o PNG, hasta 5 MB',
  address: 'Justificante de domicilio',
  issued: 'Fecha de emisión',
  addressFile: 'Extracto bancario o factura de suministros',
  addressHint: 'De los últimos 90 días. JPEG, PNG o PDF, hasta 5 MB',
  choose: 'Elegir archivo',
  replace: 'Cambiar',
  uploading: 'Subiendo…',
  uploaded: 'Subido',
  unusable: 'No podemos usar este archivo. Suba uno más grande o más nítido.',
  tooLarge: 'El archivo supera los 5 MB.',
  failed: 'No se pudo subir. Inténtelo de nuevo.',
  submit: 'Enviar a verificación',
  missing: 'Rellene este campo.',
  missingFile: 'Suba este archivo.',
  tests:
    'Entorno de prueba: nadie mira sus archivos. Los números que empiezan por REJECT, FRAUD, REVIEW, SLOW o EXPIRES muestran esos resultados.',
};

const fr: FrameTexts = {
  document: 'Pièce d’identité',
  type: 'Type de document',
  passport: 'Passeport',
  id_card: 'Carte d’identité',
  driving_licence: 'Permis de conduire',
  number: 'Numéro du document',
  expires: 'Date d’expiration',
  photoPage: 'Page avec votre photo',
  front: 'Recto du document',
  back: 'Verso du document',
  imageHint: 'JPEG, PNG ou PDF, 5 Mo maximum',
  selfie: 'Selfie',
  selfieFile: 'Une photo de votre visage',
  selfieHint: 'JPEG ou PNG, 5 Mo maximum',
  address: 'Justificatif de domicile',
  issued: 'Date d’émission',
  addressFile: 'Relevé bancaire ou facture d’énergie',
  addressHint: 'De moins de 90 jours. JPEG, PNG ou PDF, 5 Mo maximum',
  choose: 'Choisir un fichier',
  replace: 'Remplacer',
  uploading: 'Envoi en cours…',
  uploaded: 'Envoyé',
  unusable: 'Ce fichier est inutilisable. Envoyez-en un plus grand ou plus net.',
  tooLarge: 'Le fichier dépasse 5 Mo.',
  failed: 'L’envoi a échoué. Réessayez.',
  submit: 'Soumettre à la vérification',
  missing: 'Remplissez ce champ.',
  missingFile: 'Envoyez ce fichier.',
  tests:
    'Bac à sable\u00a0: personne ne regarde vos fichiers. Les numéros qui commencent par REJECT, FRAUD, REVIEW, SLOW ou EXPIRES montrent ces issues.',
};

const it: FrameTexts = {
  document: 'Documento d’identità',
  type: 'Tipo di documento',
  passport: 'Passaporto',
  id_card: 'Carta d’identità',
  driving_licence: 'Patente di guida',
  number: 'Numero del documento',
  expires: 'Data di scadenza',
  photoPage: 'Pagina con la sua foto',
  front: 'Fronte del documento',
  back: 'Retro del documento',
  imageHint: 'JPEG, PNG o PDF, fino a 5 MB',
  selfie: 'Selfie',
  selfieFile: 'Una foto del suo viso',
  selfieHint: 'JPEG o PNG, fino a 5 MB',
  address: 'Prova di residenza',
  issued: 'Data di emissione',
  addressFile: 'Estratto conto o bolletta',
  addressHint: 'Degli ultimi 90 giorni. JPEG, PNG o PDF, fino a 5 MB',
  choose: 'Scegli il file',
  replace: 'Sostituisci',
  uploading: 'Caricamento…',
  uploaded: 'Caricato',
  unusable: 'Questo file non è utilizzabile. Ne carichi uno più grande o più nitido.',
  tooLarge: 'Il file supera i 5 MB.',
  failed: 'Caricamento non riuscito. Riprovi.',
  submit: 'Invia per la verifica',
  missing: 'Compili questo campo.',
  missingFile: 'Carichi questo file.',
  tests:
    'Ambiente di prova: nessuno guarda i suoi file. I numeri che iniziano con REJECT, FRAUD, REVIEW, SLOW o EXPIRES mostrano quegli esiti.',
};

const pt: FrameTexts = {
  document: 'Documento de identidade',
  type: 'Tipo de documento',
  passport: 'Passaporte',
  id_card: 'Carteira de identidade',
  driving_licence: 'Carteira de motorista',
  number: 'Número do documento',
  expires: 'Data de validade',
  photoPage: 'Página com a sua foto',
  front: 'Frente do documento',
  back: 'Verso do documento',
  imageHint: 'JPEG, PNG ou PDF, até 5 MB',
  selfie: 'Selfie',
  selfieFile: 'Uma foto do seu rosto',
  selfieHint: 'JPEG ou PNG, até 5 MB',
  address: 'Comprovante de endereço',
  issued: 'Data de emissão',
  addressFile: 'Extrato bancário ou conta de consumo',
  addressHint: 'Dos últimos 90 dias. JPEG, PNG ou PDF, até 5 MB',
  choose: 'Escolher arquivo',
  replace: 'Trocar',
  uploading: 'Enviando…',
  uploaded: 'Enviado',
  unusable: 'Não podemos usar este arquivo. Envie um maior ou mais nítido.',
  tooLarge: 'O arquivo tem mais de 5 MB.',
  failed: 'O envio falhou. Tente de novo.',
  submit: 'Enviar para verificação',
  missing: 'Preencha este campo.',
  missingFile: 'Envie este arquivo.',
  tests:
    'Ambiente de teste: ninguém olha seus arquivos. Números que começam com REJECT, FRAUD, REVIEW, SLOW ou EXPIRES mostram esses resultados.',
};

const ru: FrameTexts = {
  document: 'Документ, удостоверяющий личность',
  type: 'Тип документа',
  passport: 'Паспорт',
  id_card: 'Удостоверение личности',
  driving_licence: 'Водительские права',
  number: 'Номер документа',
  expires: 'Срок действия',
  photoPage: 'Страница с вашей фотографией',
  front: 'Лицевая сторона',
  back: 'Обратная сторона',
  imageHint: 'JPEG, PNG или PDF, до 5 МБ',
  selfie: 'Селфи',
  selfieFile: 'Фото вашего лица',
  selfieHint: 'JPEG или PNG, до 5 МБ',
  address: 'Подтверждение адреса',
  issued: 'Дата выдачи',
  addressFile: 'Выписка из банка или счёт за услуги',
  addressHint: 'Не старше 90 дней. JPEG, PNG или PDF, до 5 МБ',
  choose: 'Выбрать файл',
  replace: 'Заменить',
  uploading: 'Загружается…',
  uploaded: 'Загружено',
  unusable: 'Этот файл не подходит. Загрузите более крупный или чёткий.',
  tooLarge: 'Файл больше 5 МБ.',
  failed: 'Не удалось загрузить. Попробуйте ещё раз.',
  submit: 'Отправить на проверку',
  missing: 'Заполните это поле.',
  missingFile: 'Загрузите этот файл.',
  tests:
    'Тестовая среда: никто не смотрит ваши файлы. Номера, начинающиеся с REJECT, FRAUD, REVIEW, SLOW или EXPIRES, показывают эти исходы.',
};

/** By language. */
export const texts = { en, es, ru, pt, fr, it };
