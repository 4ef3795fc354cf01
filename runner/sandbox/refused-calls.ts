/** The system calls that are refused to every program, with any arguments. */

/** Its number on x86-64 and on arm64; -1 if the architecture lacks it. */
export type Call = readonly [x64: number, arm64: number];

/** Refused with EPERM. */
export const REFUSED: Record<string, Call> = {
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
  // All boxes read the same system files; no box may observe what another does to them.
  inotify_init: [253, -1],
  inotify_init1: [294, 26],
  inotify_add_watch: [254, 27],
  inotify_rm_watch: [255, 28],
};

/** Refused with ENOSYS, so that libraries use the older call. */
export const ABSENT: Record<string, Call> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Limited for the whole machine together, so one program could use up what another needs.
  io_setup: [206, 0],
  // Reveals which pages of a file others have read.
  cachestat: [451, 451],
};

/**
 * Answered as if done. They would keep the machine's disks busy, or move other programs' pages in and out of memory.
 */
export const ANSWERED: Record<string, Call> = {
  sync: [162, 81],
  syncfs: [306, 267],
  fadvise64: [221, 223],
  readahead: [187, 213],
};

/** Every call by name, for comparison with the kernel's headers. */
export const refusedCalls = { ...REFUSED, ...ABSENT, ...ANSWERED };
