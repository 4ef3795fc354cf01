import type { LabClass } from './class/lab-class.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';
import type { LabProduct } from './product.ts';

/** Everything that a fault can affect. */
export interface Lab {
  /** Each has a database; the first two also have a server and a runner. */
  machines: readonly Machine[];
  /** The machines with a server and a runner. */
  serving: readonly [Machine, Machine];
  cluster: Cluster;
  product: LabProduct;
  pupils: LabClass;
}

/** A fault that happens while the class works, and its recovery. */
export interface Fault {
  name: string;
  /** The short name on the command line. */
  word: string;
  /** Requires that the previous fault has fully recovered. */
  beginsBroken?: true;
  /** The longest that an answer may wait for its acknowledgement. */
  maxWaitSeconds: number;
  /** Null, or why it cannot be tested here. */
  happen: (lab: Lab) => Promise<string | null>;
}
