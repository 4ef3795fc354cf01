// Computes endlessly during compilation.
constexpr long turn(long n) { long s = 0; for (long i = 0; i < n; i++) s += i ^ s; return s; }
template <long n> struct All { static constexpr long value = turn(200000 + n) + All<n - 1>::value; };
template <> struct All<0> { static constexpr long value = 0; };
int main() { return static_cast<int>(All<800>::value); }
