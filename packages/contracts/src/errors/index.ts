export { ErrorBody, marketOrderDetails, TokenNotValidBody, tokenNotValidBody } from '#errors/body.ts';
export {
  type ClientErrorCode,
  type ErrorCode,
  errorCatalogue,
  errorCodes,
  isErrorCode,
  type ServerErrorCode,
  type ValidationCode,
} from '#errors/catalogue.ts';
export { renderErrorsPage } from '#errors/render-errors-page.ts';
export { type ErrorGroup, type ErrorRow, errorGroups } from '#errors/row.ts';
