/** Splits bytes into pieces of one size. There is always a last piece, which may be shorter. */
export async function* inPieces(
  bytes: AsyncIterable<Buffer>,
  pieceBytes: number,
): AsyncIterable<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes <= pieceBytes) continue;
    let rest = Buffer.concat(held);
    while (rest.length > pieceBytes) {
      yield { piece: rest.subarray(0, pieceBytes), isLast: false };
      rest = rest.subarray(pieceBytes);
    }
    held = [rest];
    heldBytes = rest.length;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}
