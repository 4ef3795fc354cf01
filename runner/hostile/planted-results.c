/* Its compiler options call a program in place of the compiler, which plants thousands of large empty results. */
int main(void) { return 0; }
