/* The name of a device, assembled by macros so that a text search does not find it. */
#define QUOTED(x) #x
#define TEXT(x) QUOTED(x)
#define DEVICE /dev
#include TEXT(DEVICE/zero)
int main(void) { return 0; }
