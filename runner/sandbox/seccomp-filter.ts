/**
 * The system call filter of every program, as classic BPF: a list of what is refused, the rest is allowed.
 * Namespaces, control groups and the unprivileged user already confine; the filter closes the parts of the
 * kernel that a student program has no use for and that its weaknesses come from.
 */

/** Refused with EPERM: [x86-64 number, arm64 number], -1 where the architecture lacks the call. */
const REFUSED: Record<string, readonly [number, number]> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  statmount: [457, 457],
  listmount: [458, 458],
  open_tree_attr: [467, 467],
  unshare: [272, 97],
  setns: [308, 268],
  personality: [135, 92],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, -1],
  ioperm: [173, -1],
  modify_ldt: [154, -1],
  uselib: [134, -1],
  ustat: [136, -1],
  sysfs: [139, -1],
  vhangup: [153, 58],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  lookup_dcookie: [212, 18],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  memfd_secret: [447, 447],
};

/** Refused with ENOSYS, so that libraries take their older way. */
const ABSENT: Record<string, readonly [number, number]> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Answered as if done: it would keep the disks of the whole machine busy, and nothing of a box is on them. */
const ANSWERED: Record<string, readonly [number, number]> = {
  sync: [162, 81],
  syncfs: [306, 267],
};

/** Every call by name, for comparison with the kernel's headers. */
export const refusedCalls = { ...REFUSED, ...ABSENT, ...ANSWERED };

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
}

const ARCHITECTURES: Record<string, Architecture> = {
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
  },
};

/** A call newer than this list (Linux 6.18) is unknown to it, and unknown means absent. */
const HIGHEST_KNOWN_CALL = 470;
const X32_BIT = 0x40000000;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const AF_UNIX = 1;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** Loads other line disciplines, whose weaknesses a program on a terminal could otherwise reach. */
const TIOCSETD = 0x5423;
const MAP_HUGETLB = 0x40000;
const MFD_HUGETLB = 0x4;
const SHM_HUGETLB = 0x800;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NEW_FLAGS =
  0x20000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const refuseWith = (errno: number): number => 0x00050000 | errno;

/** Offsets in struct seccomp_data; an argument's low half comes first on both architectures. */
const OFFSET_CALL = 0;
const OFFSET_ARCHITECTURE = 4;
const offsetOfArgument = (index: number): number => 16 + 8 * index;

const LOAD = 0x20;
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

/** `if (call == number) { steps }`: steps must leave the call number loaded or return. */
const onCall = (number: number, steps: Instruction[]): Instruction[] => [
  { code: JUMP_EQUAL, onTrue: 0, onFalse: steps.length, value: number },
  ...steps,
];

const onlyUnixSockets = (number: number): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(0)),
    ...when(JUMP_EQUAL, AF_UNIX, ALLOW),
    give(refuseWith(EAFNOSUPPORT)),
  ]);

/** They are set aside for other programs of the machine, and no limit of memory counts them. */
const noHugePages = (number: number, argument: number, flag: number): Instruction[] =>
  onCall(number, [
    load(offsetOfArgument(argument)),
    ...when(JUMP_ANY_BIT, flag, refuseWith(EPERM)),
    give(ALLOW),
  ]);

function instructions({
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
}: Architecture) {
  const numbers = (calls: Record<string, readonly [number, number]>): number[] =>
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
    ...numbers(ABSENT).flatMap((number) => when(JUMP_EQUAL, number, refuseWith(ENOSYS))),
    ...numbers(ANSWERED).flatMap((number) => when(JUMP_EQUAL, number, refuseWith(0))),
    ...numbers(REFUSED).flatMap((number) => when(JUMP_EQUAL, number, refuseWith(EPERM))),
    ...onCall(clone, [
      load(offsetOfArgument(0)),
      ...when(JUMP_ANY_BIT, CLONE_NEW_FLAGS, refuseWith(EPERM)),
      give(ALLOW),
    ]),
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
    // Another process's limits are not the program's to change: the cell watches it.
    ...onCall(prlimit64, [
      load(offsetOfArgument(0)),
      ...when(JUMP_EQUAL, 0, ALLOW),
      give(refuseWith(EPERM)),
    ]),
    give(ALLOW),
  ];
}

/** The filter for the given architecture (as Node names it): an array of struct sock_filter. */
export function seccompFilter(architecture: string = process.arch): Buffer {
  const known = ARCHITECTURES[architecture];
  if (!known) throw new Error(`There is no system call filter for ${architecture}.`);
  const list = instructions(known);
  const bytes = Buffer.alloc(list.length * 8);
  for (const [index, { code, onTrue, onFalse, value }] of list.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(onTrue, index * 8 + 2);
    bytes.writeUInt8(onFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
