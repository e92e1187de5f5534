/** The numbers of a system call, by architecture; null where it has none. */
type Numbers = { x64: number | null; arm64: number | null }

/** Since Linux 5.1 a new system call has one number everywhere. */
const everywhere = (number: number) => ({ x64: number, arm64: number })

/** Calls that are judged by their arguments, by the names that the filter uses. */
export const inspectedCalls = {
  ioctl: { x64: 16, arm64: 29 },
  clone: { x64: 56, arm64: 220 },
  clone3: everywhere(435),
  socket: { x64: 41, arm64: 198 },
  socketpair: { x64: 53, arm64: 199 },
} satisfies Record<string, Numbers>

/**
 * Calls that decoding a file or fetching a video never needs, and that have helped to break out of sandboxes. Numbers from
 * Linux's arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h.
 */
export const refusedCalls: Record<string, Numbers> = {
  // Mounts, and other roots.
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  open_tree: everywhere(428),
  move_mount: everywhere(429),
  fsopen: everywhere(430),
  fsconfig: everywhere(431),
  fsmount: everywhere(432),
  fspick: everywhere(433),
  mount_setattr: everywhere(442),
  open_tree_attr: everywhere(467),
  // Namespaces.
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  // Other processes.
  ptrace: { x64: 101, arm64: 117 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  kcmp: { x64: 312, arm64: 272 },
  pidfd_getfd: everywhere(438),
  process_madvise: everywhere(440),
  // Large parts of the kernel that need no privileges.
  bpf: { x64: 321, arm64: 280 },
  perf_event_open: { x64: 298, arm64: 241 },
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  userfaultfd: { x64: 323, arm64: 282 },
  io_uring_setup: everywhere(425),
  io_uring_enter: everywhere(426),
  io_uring_register: everywhere(427),
  memfd_secret: everywhere(447),
  vmsplice: { x64: 278, arm64: 75 },
  move_pages: { x64: 279, arm64: 239 },
  migrate_pages: { x64: 256, arm64: 238 },
  fanotify_init: { x64: 300, arm64: 262 },
  fanotify_mark: { x64: 301, arm64: 263 },
  // Files by a handle, which no mount namespace limits.
  name_to_handle_at: { x64: 303, arm64: 264 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  // The kernel and the machine itself.
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  reboot: { x64: 169, arm64: 142 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  acct: { x64: 163, arm64: 89 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: everywhere(443),
  syslog: { x64: 103, arm64: 116 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  clock_adjtime: { x64: 305, arm64: 266 },
  adjtimex: { x64: 159, arm64: 171 },
  sethostname: { x64: 170, arm64: 161 },
  setdomainname: { x64: 171, arm64: 162 },
  vhangup: { x64: 153, arm64: 58 },
  nfsservctl: { x64: 180, arm64: 42 },
  lookup_dcookie: { x64: 212, arm64: 18 },
  iopl: { x64: 172, arm64: null },
  ioperm: { x64: 173, arm64: null },
  modify_ldt: { x64: 154, arm64: null },
  uselib: { x64: 134, arm64: null },
  sysfs: { x64: 139, arm64: null },
  _sysctl: { x64: 156, arm64: null },
  create_module: { x64: 174, arm64: null },
  get_kernel_syms: { x64: 177, arm64: null },
  query_module: { x64: 178, arm64: null },
}
