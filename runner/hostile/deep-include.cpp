// Includes itself twice: 2^200 includes.
#if __INCLUDE_LEVEL__ < 190
#include "main.cpp"
#include "main.cpp"
#endif
int main() {}
