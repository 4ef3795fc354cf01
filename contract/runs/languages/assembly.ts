import { type LanguageEntry, wordsIn } from './entry.ts';

export const assembly = {
  key: 'assembly',
  id: 45,
  name: 'Assembly',
  otherNames: ['nasm', 'asm'],
  extensions: ['asm', 'nasm'],
  sourceFile: 'main.asm',
  sourceFileInMessages: /(?:^|\/)main\.asm$/,
  fileInArchive: 'main.asm',
  isCompiled: true,
  emptyProgram: 'global _start\n_start: mov edi, 0\nmov eax, 60\nsyscall',
  syntax: { lineComments: [';'], endsWithLine: true },
  words: {
    keywords: wordsIn(`
      section segment global extern bits default rel equ times db dw dd dq dt resb resw resd resq align struc endstruc
      byte word dword qword ptr
    `),
    types: [],
    optional: [],
    library: wordsIn(`
      mov lea push pop add sub mul imul div idiv inc dec neg and or xor not shl shr sar cmp test jmp je jne jz jnz jg jge
      jl jle ja jae jb jbe call ret loop syscall int nop cdq cqo movzx movsx xchg rax rbx rcx rdx rsi rdi rsp rbp r8 r9
      r10 r11 r12 r13 r14 r15 eax ebx ecx edx esi edi esp ebp ax bx cx dx al bl cl dl ah bh ch dh _start main data bss
      text
    `),
  },
  optional: { megabytes: 3 },
} as const satisfies LanguageEntry;
