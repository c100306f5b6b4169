import { atOnceAndAgain } from './at-once-and-again.cases.ts';
import { calledOffPayouts } from './called-off.cases.ts';
import { refusedByTheNetwork } from './refused-by-the-network.cases.ts';
import { replacedByADearerOne } from './replaced-by-a-dearer-one.cases.ts';
import { useReplacementApp } from './replacements-bed.ts';

// What is asked of one exchange, in this order: to start another one for each subject would cost more than their tests.
useReplacementApp();
replacedByADearerOne();
refusedByTheNetwork();
calledOffPayouts();
atOnceAndAgain();
