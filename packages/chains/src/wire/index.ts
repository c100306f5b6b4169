export {
  readSignerCoins,
  readSignerIdentity,
  readSigningAnswer,
  signerLineBytesMax,
} from './signer-answers.ts';
export {
  readSigningRequest,
  readTerms,
  signingKinds,
  signingPaymentsMax,
  UnknownKindError,
  writeSigningRequest,
} from './signing-request.ts';
export {
  readAmount,
  readBoolean,
  readFields,
  readJson,
  readList,
  readOneOf,
  readRecord,
  readText,
  readWholeNumber,
  ShapeError,
} from './strict-json.ts';
