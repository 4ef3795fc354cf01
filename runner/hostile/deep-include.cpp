// Includes itself in two places: two to the power of two hundred includes.
#if __INCLUDE_LEVEL__ < 190
#include "main.cpp"
#include "main.cpp"
#endif
int main() {}
