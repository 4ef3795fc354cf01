template <class T, int n> struct Noise { [[deprecated("noise")]] static int loud() { return n; } };
template <int n> int many() { return Noise<int, n>::loud() + many<n - 1>(); }
template <> int many<0>() { return 0; }
int main() { return many<850>(); }
