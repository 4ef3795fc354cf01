static char cells[600 * 1024 * 1024];
int main(void) {
  for (unsigned long at = 0; at < sizeof cells; at += 4096) cells[at] = 1;
  return cells[4096] - 1;
}
