import * as fc from 'fast-check';

// A fixed seed, so that a failure comes from a change and not from chance.
fc.configureGlobal({ seed: 20_261_121 });
