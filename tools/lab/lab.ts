import type { LabClass } from './class/lab-class.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';
import type { LabProduct } from './product.ts';

/** All that a fault may reach. */
export interface Lab {
  /** Each has a database, and the first two a server and a runner as well. */
  machines: readonly Machine[];
  /** Those with a server and a runner. */
  serving: readonly [Machine, Machine];
  cluster: Cluster;
  product: LabProduct;
  pupils: LabClass;
}

/** Something that happens to the lab while the class works, and whatever brings it back. */
export interface Fault {
  name: string;
  /** Short, to be named on the command line. */
  word: string;
  /** The one before has left the lab as it is. */
  beginsBroken?: true;
  /** So long may an answer wait until it is taken, at the very most. */
  maxWaitSeconds: number;
  /** Null, or why it cannot be tried here. */
  happen: (lab: Lab) => Promise<string | null>;
}
