/* The assembler is asked for what the source may not have: files of the machine, and of the compiler itself. */
__asm__(".incbin \"/etc/shadow\"");
__asm__(".incbin \"/proc/1/environ\"");
int main(void) { return 0; }
