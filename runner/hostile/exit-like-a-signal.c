int main(void) { return 139; }
