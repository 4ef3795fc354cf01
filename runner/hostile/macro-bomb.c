#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(A(A(x))))
#define C(x) B(B(x))
int numbers[] = { C(C(1,)) };
int main(void) { return 0; }
