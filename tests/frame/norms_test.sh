#!/bin/bash
# tools/dev/norms finds functions by their braces: members, templates, lambdas, initializers and text in literals.
# norms_test.sh NORMS
folder=$(mktemp -d) || exit 1
trap 'rm -r "$folder"' EXIT
mkdir "$folder/libnet"
cat > "$folder/libnet/sample.cpp" << 'END'
#define BRACE {
namespace {
const int numbers[] = {1, 2, 3};
const auto lambda = [](int x) { return x; };
enum class kind { one, two };
struct pair {
    int first{1};
    int sum() const { return first + 1'000; }  // 1 line
    pair(int a, int b)
        : first{a}, second_([](int x) { return x; }(b)) {
        const char* text = "}";
        if (a == '}') first = 2;  // }
    }  // 5 lines
    int second_;
};
}  // namespace
template <class T>
auto twice(T value) -> T {
    const auto add = [&] {
        return value + value;
    };
    return add();
}  // 7 lines
END
row='| libnet | 1 | 23 / 23 / 23 | 0 | 3 | 5 / 7 / 7 | 0 |'
found=$("$1" "$folder" | tail -1)
[ "$found" = "$row" ] || { echo "expected $row"; echo "found    $found"; exit 1; }

# --long: the place of a function, and a file.
{
    echo "// A function of 42 lines"
    echo "int sum(int x) {"
    for ((i = 0; i < 40; ++i)); do echo "    ++x;"; done
    echo "}"
    for ((i = 0; i < 360; ++i)); do echo; done
} > "$folder/libnet/long.cpp"
wanted='libnet/long.cpp: 403 lines
libnet/long.cpp:2: 42 lines: int sum(int x) {'
found=$("$1" --long "$folder")
[ "$found" = "$wanted" ] || { echo "expected $wanted"; echo "found    $found"; exit 1; }
