template <int depth, int width> struct Bomb {
  static constexpr unsigned long value = Bomb<depth - 1, width * 2>::value + Bomb<depth - 1, width * 2 + 1>::value;
};
template <int width> struct Bomb<0, width> {
  static constexpr unsigned long value = width;
};
int main() { return static_cast<int>(Bomb<30, 1>::value); }
