import { askedAndConfirmed } from './asked-and-confirmed.cases.ts';
import { begunByAStranger } from './begun-by-a-stranger.cases.ts';
import { calledOffOrInternal } from './called-off-or-internal.cases.ts';
import { heldWithdrawals } from './held.cases.ts';
import { oneMail } from './one-mail.cases.ts';
import { refusedWithdrawals } from './refused.cases.ts';
import { waitsForFunds } from './waits-for-funds.cases.ts';
import { whoseLink } from './whose-link.cases.ts';
import { useWithdrawalApp } from './withdrawals-bed.ts';

// What is asked of one exchange, in this order: to start another one for each subject would cost more than their tests.
useWithdrawalApp();
askedAndConfirmed();
oneMail();
whoseLink();
calledOffOrInternal();
heldWithdrawals();
waitsForFunds();
begunByAStranger();
refusedWithdrawals();
