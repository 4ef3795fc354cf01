/* Its compiler options produce a file that is not a program. */
int main(void) { return 0; }
