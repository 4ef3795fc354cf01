/** Why the product can't start, as one line for the operator. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}
