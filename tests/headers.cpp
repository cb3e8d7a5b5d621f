// The program whose precompiled headers the tests use (cmake/BanyanTests.cmake). It is never built.
int main() {}
