/* Its compiler options make something that is no program. */
int main(void) { return 0; }
