import { proofsAskedFor } from './asked-for.cases.ts';
import { proofsMadeAnew } from './made-anew.cases.ts';
import { useProofExchange } from './proof-bed.ts';
import { publishedProofs } from './published.cases.ts';
import { pythonChecker } from './python-checker.cases.ts';
import { verifiedProofs } from './verified.cases.ts';

// What is asked of one exchange, in this order: to start another one for each subject would cost more than their tests.
useProofExchange();
proofsAskedFor();
publishedProofs();
pythonChecker();
verifiedProofs();
proofsMadeAnew();
