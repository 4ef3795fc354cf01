/**
 * The system call filter of every program, as classic BPF: refuses the listed calls and allows the rest. Namespaces,
 * control groups and the unprivileged user already confine programs; the filter closes the parts of the kernel that
 * student programs do not need and that most vulnerabilities are in. A tracer has the same filter, but may ptrace its
 * own children.
 */
import { ABSENT, ANSWERED, type Call, REFUSED } from './refused-calls.ts';

interface Architecture {
  /** AUDIT_ARCH_* of the kernel's audit.h. */
  audit: number;
  column: 0 | 1;
  clone: number;
  socket: number;
  socketpair: number;
  ioctl: number;
  prlimit64: number;
  mmap: number;
  memfdCreate: number;
  shmget: number;
  fcntl: number;
  preadv2: number;
  ptrace: number;
}

/** By Node's name of the architecture. The numbers are from the kernel's headers. */
export const ARCHITECTURES: Record<'x64' | 'arm64', Architecture> = {
  x64: {
    audit: 0xc000003e,
    column: 0,
    clone: 56,
    socket: 41,
    socketpair: 53,
    ioctl: 16,
    prlimit64: 302,
    mmap: 9,
    memfdCreate: 319,
    shmget: 29,
    fcntl: 72,
    preadv2: 327,
    ptrace: 101,
  },
  arm64: {
    audit: 0xc00000b7,
    column: 1,
    clone: 220,
    socket: 198,
    socketpair: 199,
    ioctl: 29,
    prlimit64: 261,
    mmap: 222,
    memfdCreate: 279,
    shmget: 194,
    fcntl: 25,
    preadv2: 286,
    ptrace: 117,
  },
};

/** A call newer than this list (Linux 6.18) gets ENOSYS. */
const HIGHEST_KNOWN_CALL = 469;
const X32_BIT = 0x40000000;

const EPERM = 1;
const ENOSYS = 38;
const EOPNOTSUPP = 95;
const EAFNOSUPPORT = 97;
const AF_UNIX = 1;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** Loads other line disciplines, whose vulnerabilities a program in a terminal could reach. */
const TIOCSETD = 0x5423;
const MAP_HUGETLB = 0x40000;
const MFD_HUGETLB = 0x4;
const SHM_HUGETLB = 0x800;
/** Locks on parts of a file: F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW. */
const TAKING_LOCKS = [6, 7, 37, 38];
/**
 * Leases and notifications, F_SETLEASE to F_NOTIFY, and hints and delegations from F_GET_RW_HINT on: all are visible
 * to other users of the file.
 */
const FIRST_NOTE = 1024;
const LAST_NOTE = 1026;
const FIRST_HINT = 1035;
/** A larger pipe takes from the pages that all programs of one user share. */
const F_SETPIPE_SZ = 1031;
/** Reads only from the page cache. */
const RWF_NOWAIT = 0x8;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NEW_FLAGS =
  0x20000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;

const CLONE_FILES = 0x400;
const CLONE_THREAD = 0x10000;

/**
 * Requests of ptrace that gdb makes to trace its children: TRACEME, PEEKUSER, POKEUSER, CONT, KILL, SINGLESTEP, GETREGS,
 * SETREGS, GETFPREGS, DETACH, GETEVENTMSG, GETSIGINFO, SETSIGINFO, GETREGSET, SETREGSET. Not ATTACH and SEIZE.
 */
const TRACING = [0, 3, 6, 7, 8, 9, 12, 13, 14, 17, 0x4201, 0x4202, 0x4203, 0x4204, 0x4205];
const PTRACE_SETOPTIONS = 0x4200;
const PTRACE_O_SUSPEND_SECCOMP = 0x200000;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const refuseWith = (errno: number): number => 0x00050000 | errno;

/** Offsets in struct seccomp_data. The low half of an argument comes first on both architectures. */
const OFFSET_CALL = 0;
const OFFSET_ARCHITECTURE = 4;
const offsetOfArgument = (index: number): number => 16 + 8 * index;

const LOAD = 0x20;
const AND = 0x54;
const RETURN = 0x06;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;

interface Instruction {
  code: number;
  onTrue: number;
  onFalse: number;
  value: number;
}

const load = (offset: number): Instruction => ({
  code: LOAD,
  onTrue: 0,
  onFalse: 0,
  value: offset,
});
const give = (value: number): Instruction => ({ code: RETURN, onTrue: 0, onFalse: 0, value });

/** `if (test) return action;` with the loaded value. */
const when = (code: number, value: number, action: number): Instruction[] => [
  { code, onTrue: 0, onFalse: 1, value },
  give(action),
];

/** `if (call == number) { steps }`: the steps must leave the call number loaded, or return. */
const onCall = (number: number, steps: Instruction[]): Instruction[] => [
  { code: JUMP_EQUAL, onTrue: 0, onFalse: steps.length, value: number },
  ...steps,
];

const noNewNamespaces = (number: number): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(0)),
    ...when(JUMP_ANY_BIT, CLONE_NEW_FLAGS, refuseWith(EPERM)),
    // Threads share their descriptors. Processes that share them could change them while the cell checks a call.
    { code: AND, onTrue: 0, onFalse: 0, value: CLONE_FILES | CLONE_THREAD },
    ...when(JUMP_EQUAL, CLONE_FILES, refuseWith(EPERM)),
    give(ALLOW),
  ]);

const noReadingOfMemoryAlone = (number: number): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(5)),
    ...when(JUMP_ANY_BIT, RWF_NOWAIT, refuseWith(EOPNOTSUPP)),
    give(ALLOW),
  ]);

const onlyUnixSockets = (number: number): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(0)),
    ...when(JUMP_EQUAL, AF_UNIX, ALLOW),
    give(refuseWith(EAFNOSUPPORT)),
  ]);

/** Huge pages are reserved for other programs of the machine, and memory limits do not count them. */
const noHugePages = (number: number, argument: number, flag: number): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(argument)),
    ...when(JUMP_ANY_BIT, flag, refuseWith(EPERM)),
    give(ALLOW),
  ]);

/**
 * Allows the locks with which a program synchronises its own processes on its own files. The cell decides about
 * other requests for locks, and about locks on whole files.
 */
const fileCommands = (number: number, refused: readonly number[]): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(1)),
    ...refused.flatMap((command) => when(JUMP_EQUAL, command, refuseWith(EPERM))),
    ...when(JUMP_AT_LEAST, FIRST_HINT, refuseWith(EPERM)),
    ...when(JUMP_AT_LEAST, LAST_NOTE + 1, ALLOW),
    ...when(JUMP_AT_LEAST, FIRST_NOTE, refuseWith(EPERM)),
    give(ALLOW),
  ]);

/** Before the call is refused to everyone. */
const tracingOfChildren = (number: number): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(0)),
    ...TRACING.flatMap((request) => when(JUMP_EQUAL, request, ALLOW)),
    { code: JUMP_EQUAL, onTrue: 1, onFalse: 0, value: PTRACE_SETOPTIONS },
    give(refuseWith(EPERM)),
    load(offsetOfArgument(3)),
    ...when(JUMP_ANY_BIT, PTRACE_O_SUSPEND_SECCOMP, refuseWith(EPERM)),
    give(ALLOW),
  ]);

function instructions(
  { hasOwnDevices, isTracer = false }: FilterOptions,
  {
    column,
    audit,
    clone,
    socket,
    socketpair,
    ioctl,
    prlimit64,
    mmap,
    memfdCreate,
    shmget,
    fcntl,
    preadv2,
    ptrace,
  }: Architecture,
) {
  const numbers = (calls: Record<string, Call>): number[] =>
    Object.values(calls)
      .map((both) => both[column])
      .filter((number) => number >= 0);
  return [
    load(OFFSET_ARCHITECTURE),
    { code: JUMP_EQUAL, onTrue: 1, onFalse: 0, value: audit },
    give(KILL_PROCESS),
    load(OFFSET_CALL),
    ...when(JUMP_AT_LEAST, X32_BIT, KILL_PROCESS),
    ...when(JUMP_AT_LEAST, HIGHEST_KNOWN_CALL + 1, refuseWith(ENOSYS)),
    ...(isTracer ? tracingOfChildren(ptrace) : []),
    ...numbers(ABSENT).flatMap((number) => when(JUMP_EQUAL, number, refuseWith(ENOSYS))),
    ...numbers(ANSWERED).flatMap((number) => when(JUMP_EQUAL, number, refuseWith(0))),
    ...numbers(REFUSED).flatMap((number) => when(JUMP_EQUAL, number, refuseWith(EPERM))),
    ...noNewNamespaces(clone),
    ...onlyUnixSockets(socket),
    ...onlyUnixSockets(socketpair),
    ...onCall(ioctl, [
      load(offsetOfArgument(1)),
      ...when(JUMP_EQUAL, TIOCSTI, refuseWith(EPERM)),
      ...when(JUMP_EQUAL, TIOCLINUX, refuseWith(EPERM)),
      ...when(JUMP_EQUAL, TIOCSETD, refuseWith(EPERM)),
      give(ALLOW),
    ]),
    ...noHugePages(mmap, 3, MAP_HUGETLB),
    ...noHugePages(memfdCreate, 1, MFD_HUGETLB),
    ...noHugePages(shmget, 2, SHM_HUGETLB),
    ...fileCommands(fcntl, [F_SETPIPE_SZ, ...(hasOwnDevices ? [] : TAKING_LOCKS)]),
    ...noReadingOfMemoryAlone(preadv2),
    // A program may not change the limits of another process: the cell watches it.
    ...onCall(prlimit64, [
      load(offsetOfArgument(0)),
      ...when(JUMP_EQUAL, 0, ALLOW),
      give(refuseWith(EPERM)),
    ]),
    give(ALLOW),
  ];
}

interface FilterOptions {
  /**
   * Each box has its own devices. Every program can write to shared ones, so all would see each other's locks on
   * them.
   */
  hasOwnDevices: boolean;
  /** It may trace its children. */
  isTracer?: boolean;
  /** By Node's name. */
  architecture?: string;
}

/** The filter as an array of struct sock_filter. */
export function seccompFilter(options: FilterOptions): Buffer {
  const { architecture = process.arch } = options;
  if (architecture !== 'x64' && architecture !== 'arm64')
    throw new Error(`There is no system call filter for ${architecture}.`);
  const list = instructions(options, ARCHITECTURES[architecture]);
  const bytes = Buffer.alloc(list.length * 8);
  for (const [index, { code, onTrue, onFalse, value }] of list.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(onTrue, index * 8 + 2);
    bytes.writeUInt8(onFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
