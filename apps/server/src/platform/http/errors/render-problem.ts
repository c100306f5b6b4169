import {
  type ErrorBody,
  errorCatalogue,
  type TokenNotValidBody,
  tokenNotValidBody,
} from '@emporion/contracts/errors';
import type { Language } from '@emporion/i18n';
import { formatDecimalIn, type TranslationParams, translate } from '@emporion/i18n/server';
import type { Problem, Sentence } from '#platform/http/problem.ts';

export interface Answer {
  readonly status: number;
  readonly body: ErrorBody | TokenNotValidBody;
}

/** The one place where a catalogue row becomes an answer, so that every refusal has the same shape and language. */
export function renderProblem(problem: Problem, language: Language): Answer {
  const { status } = errorCatalogue[problem.code];
  const body = wordsOf(problem, language);
  // A program recognises this one by its nested code and renews its token.
  if (problem.code === 'token_not_valid') return { status, body: tokenNotValidBody(body.detail) };
  return { status, body };
}

/** What a reader sees as an amount, with the unit behind it if there is one. */
const amounts = new Set(['min', 'max', 'left', 'amount']);
const amountShape = /^(\d+(?:\.\d+)?)( [A-Z][A-Z0-9]*)?$/;

/** Amounts are written as the reader's language writes numbers: 178,545.04, and not 178545.04. */
function readable(params: TranslationParams | undefined, language: Language): TranslationParams | undefined {
  if (params === undefined) return undefined;
  const shown = Object.entries(params).map(([name, value]) => {
    const [, number, unit = ''] = amounts.has(name) ? (amountShape.exec(String(value)) ?? []) : [];
    return [name, number === undefined ? value : `${formatDecimalIn(language, number)}${unit}`];
  });
  return Object.fromEntries(shown);
}

/** What a problem says, over HTTP and on a socket alike. */
export function wordsOf({ code, detail, sentence, fields }: Problem, language: Language): ErrorBody {
  const say = (of: Sentence) =>
    translate(language, errorCatalogue[of.code].messageKey, readable(of.params, language));
  const ofFields = Object.entries(fields ?? {}).map(([path, field]) => [path, say(field)]);
  return {
    code,
    detail: detail ?? say(sentence),
    ...(ofFields.length > 0 ? { fields: Object.fromEntries(ofFields) } : {}),
  };
}
