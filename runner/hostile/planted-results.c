/* Its compiler options run a program instead of the compiler, which creates thousands of large empty results. */
int main(void) { return 0; }
