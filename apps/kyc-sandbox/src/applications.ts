import { createHash, randomBytes } from 'node:crypto';
import {
  addressProofDaysMax,
  type EvidenceKind,
  type EvidenceProblem,
  type FileKind,
  type OpenRequest,
  type ProvidedFile,
  type VerificationResult,
} from '@emporion/contracts/verification';
import type { Deliveries } from '#deliveries.ts';
import { typeOfUpload } from '#file-checks.ts';
import type { Store, StoredApplication, StoredDocument, StoredFile } from '#store.ts';

const sessionMs = 3_600_000;
const checkMs = 400;
const slowMs = 30_000;
const shortLifeMs = 180_000;
const dayMs = 86_400_000;

const filesOf: Readonly<Record<EvidenceKind, readonly FileKind[]>> = {
  document: ['document_front', 'document_back'],
  selfie: ['selfie'],
  address_proof: ['address_proof'],
};

const today = () => new Date().toISOString().slice(0, 10);
const isGood = (file: StoredFile | undefined): file is ProvidedFile =>
  file !== undefined && file !== 'invalid';

/** What people show, and what is found of it. Nobody looks: what a document says decides, as with the cards of a sandbox. */
export class Applications {
  readonly #store: Store;
  readonly #deliveries: Deliveries;

  constructor(store: Store, deliveries: Deliveries) {
    this.#store = store;
    this.#deliveries = deliveries;
  }

  open(request: OpenRequest): StoredApplication {
    const known = this.#store.data.applications[request.application];
    const fresh = {
      document: null,
      issued: null,
      files: {},
      clearedAfter: 0,
      sequence: 0,
      dueMs: null,
      result: null,
    };
    // Whoever opens it again goes on: the frame that is open keeps its token.
    const isOpen = known !== undefined && known.tokenUntilMs > Date.now();
    const token = isOpen ? known.token : randomBytes(24).toString('base64url');
    const application = { ...fresh, ...known, ...request, token, tokenUntilMs: Date.now() + sessionMs };
    if (request.again.length > 0 && application.clearedAfter < request.after) {
      application.clearedAfter = request.after;
      for (const kind of request.again) this.#clear(application, kind);
    }
    this.#store.data.applications[request.application] = application;
    this.#store.save();
    return application;
  }

  #clear(application: StoredApplication, evidence: EvidenceKind): void {
    for (const kind of filesOf[evidence]) this.#drop(application, kind);
    if (evidence === 'document') application.document = null;
    if (evidence === 'address_proof') application.issued = null;
  }

  #drop(application: StoredApplication, kind: FileKind): void {
    const file = application.files[kind];
    if (isGood(file)) this.#store.deleteFile(file.id);
    delete application.files[kind];
  }

  find(application: string): StoredApplication | undefined {
    const { applications } = this.#store.data;
    return Object.hasOwn(applications, application) ? applications[application] : undefined;
  }

  ofToken(token: string): StoredApplication | undefined {
    return Object.values(this.#store.data.applications).find(
      (each) => each.token === token && each.tokenUntilMs > Date.now() && each.dueMs === null,
    );
  }

  describe(application: StoredApplication, said: { document?: StoredDocument; issued?: string }): void {
    if (said.document) application.document = said.document;
    if (said.issued) application.issued = said.issued;
    this.#store.save();
  }

  /** False: it is not what it has to be. */
  upload(application: StoredApplication, kind: FileKind, content: Buffer): boolean {
    this.#drop(application, kind);
    const type = typeOfUpload(kind, content);
    if (type === undefined) application.files[kind] = 'invalid';
    else {
      const id = randomBytes(16).toString('hex');
      const sha256 = createHash('sha256').update(content).digest('hex');
      application.files[kind] = { id, kind, type, bytes: content.length, sha256 };
      this.#store.writeFile(id, content);
    }
    this.#store.save();
    return type !== undefined;
  }

  /** What stands in the way of handing it in. */
  problemsOf({ needs, document, files, issued }: StoredApplication): EvidenceProblem[] {
    const problems: EvidenceProblem[] = [];
    if (needs.includes('document')) {
      const sides: FileKind[] =
        document?.type === 'passport' ? ['document_front'] : ['document_front', 'document_back'];
      if (!document || sides.some((kind) => files[kind] === undefined)) problems.push('document_required');
      if (sides.some((kind) => files[kind] === 'invalid')) problems.push('document_invalid');
      if (document && document.expires < today()) problems.push('document_expired');
    }
    if (needs.includes('selfie')) {
      const { selfie, document_front: front } = files;
      if (selfie === undefined) problems.push('selfie_required');
      else if (selfie === 'invalid' || (isGood(front) && front.sha256 === selfie.sha256))
        problems.push('selfie_invalid');
    }
    if (needs.includes('address_proof')) {
      const oldest = new Date(Date.now() - addressProofDaysMax * dayMs).toISOString().slice(0, 10);
      if (files.address_proof === undefined) problems.push('address_proof_required');
      else if (files.address_proof === 'invalid' || issued === null || issued < oldest || issued > today())
        problems.push('address_proof_invalid');
    }
    return problems;
  }

  submit(application: StoredApplication): EvidenceProblem[] {
    const problems = this.problemsOf(application);
    if (problems.length > 0 || application.dueMs !== null) return problems;
    const isSlow = application.document?.number.startsWith('SLOW') ?? false;
    application.dueMs = Date.now() + (isSlow ? slowMs : checkMs);
    application.result = null;
    // What was handed in stays as it is, until the exchange opens it again.
    application.tokenUntilMs = 0;
    this.#store.save();
    return [];
  }

  readFile(application: StoredApplication, id: string): Buffer | undefined {
    const file = Object.values(application.files).find((each) => isGood(each) && each.id === id);
    return file === undefined ? undefined : this.#store.readFile(id);
  }

  forget(application: StoredApplication): void {
    for (const kind of Object.keys(application.files) as FileKind[]) this.#drop(application, kind);
    delete this.#store.data.applications[application.application];
    this.#deliveries.forget(application.application);
    this.#store.save();
  }

  forgetAll(): void {
    for (const application of Object.values(this.#store.data.applications)) this.forget(application);
  }

  /** Ends the checks that are due. */
  tend(): void {
    for (const application of Object.values(this.#store.data.applications)) {
      const { dueMs, document, issued } = application;
      if (dueMs === null || dueMs > Date.now() || !document) continue;
      application.dueMs = null;
      application.sequence += 1;
      application.result = {
        ...{ application: application.application, declaration: application.declaration },
        ...{ sequence: application.sequence, document: foundOn(document) },
        ...verdictOn(application, document),
        ...(issued !== null && { address_issued: issued }),
        files: Object.values(application.files).filter(isGood),
      };
      this.#deliveries.tell(application.result);
    }
  }
}

/** One that ends within minutes, so that its end can be seen. */
function foundOn(document: StoredDocument): VerificationResult['document'] {
  if (!document.number.startsWith('EXPIRES')) return document;
  const ends = new Date(Date.now() + shortLifeMs).toISOString();
  return { ...document, expires: ends.slice(0, 10), ends };
}

function verdictOn(
  { person: { birthday } }: StoredApplication,
  { number }: StoredDocument,
): Pick<VerificationResult, 'verdict' | 'reasons'> {
  const adult = new Date();
  adult.setUTCFullYear(adult.getUTCFullYear() - 18);
  if (new Date(birthday) > adult) return { verdict: 'rejected', reasons: ['under_age'] };
  if (number.startsWith('REJECT')) return { verdict: 'rejected', reasons: ['data_mismatch'] };
  if (number.startsWith('FRAUD')) return { verdict: 'rejected', reasons: ['suspected_fraud'] };
  if (number.startsWith('REVIEW')) return { verdict: 'review', reasons: ['face_mismatch'] };
  return { verdict: 'clear', reasons: [] };
}
